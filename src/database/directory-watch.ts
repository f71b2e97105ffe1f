import { setTimeout as pause } from 'node:timers/promises';
import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { CONFIG, type Config } from '../config/config.js';
import { Database } from './database.js';
import { connectionOptions, DatabaseClient } from './database-client.js';
import { FailureLog } from './failure-log.js';

const ASK_EVERY_MS = 200;
/** Time between the last of a series of attempts to reach the database. */
const LAST_RETRY_MS = 500;
const ANSWER_WITHIN_MS = 300;
/**
 * Shorter than the second within which every instance must see a change, and long enough to ask twice: when the
 * answers do not come, it is known that the database is down before memory is doubted.
 */
const TRUST_FOR_MS = 850;
const VERSIONS = { name: 'versions', text: 'SELECT subject, number FROM versions' };

/**
 * How far memory may be trusted: `current` while the versions are known to be those of a moment ago, `down` while
 * the database is out of reach and what is held is the best there is, `unknown` when only the database can tell.
 */
export type Trust = 'current' | 'down' | 'unknown';

/** What has a version, as the database calls it. */
type Subject = 'directory' | 'api_keys';

/**
 * Knows the versions of the directory and of the keys. It hears of changes (`LISTEN`), and asks several times a
 * second, since a connection can die without a sound: what was not confirmed within the last second is not trusted.
 */
@Injectable()
export class DirectoryWatch implements OnModuleInit, BeforeApplicationShutdown {
  private readonly log = new Logger('DirectoryWatch');
  private readonly failures = new FailureLog(this.log);
  private readonly numbers = new Map<Subject, number>();
  private confirmedAt = -Infinity;
  private closing = false;
  private client: DatabaseClient | undefined;
  private readonly rewinds: (() => void)[] = [];

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  get directoryVersion(): number | undefined {
    return this.numbers.get('directory');
  }

  get keysVersion(): number | undefined {
    return this.numbers.get('api_keys');
  }

  get listening(): boolean {
    return this.client !== undefined;
  }

  get trust(): Trust {
    const age = performance.now() - this.confirmedAt;
    if (age < TRUST_FOR_MS) return 'current';
    return this.database.isDown && age < this.config.staleIfDown * 1000 ? 'down' : 'unknown';
  }

  /** Tells of a version that was seen elsewhere, in a page say. */
  saw(subject: Subject, number: number): void {
    if (number > (this.numbers.get(subject) ?? 0)) this.numbers.set(subject, number);
  }

  /** Has something forgotten when the database is an older one than before: its numbers will come a second time. */
  onRewind(forget: () => void): void {
    this.rewinds.push(forget);
  }

  onModuleInit(): void {
    void this.run();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.closing = true;
    await this.client?.end();
  }

  private async run(): Promise<void> {
    await this.database.untilReady();
    for (let retryMs = ASK_EVERY_MS; !this.closing;) {
      try {
        await this.listen();
      } catch (error) {
        if (!this.closing) await this.askWithoutListening(error as Error);
      }
      // A database that refuses connections is not asked at the full rate.
      retryMs = this.database.isDown ? Math.min(retryMs * 1.5, LAST_RETRY_MS) : ASK_EVERY_MS;
      await pause(retryMs);
    }
  }

  /** Listens, and asks, until the connection is lost. */
  private async listen(): Promise<void> {
    const client = new DatabaseClient({
      ...connectionOptions(this.config.databaseUrl!),
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      keepAlive: true,
      application_name: 'directory watch',
    });
    const lost = new Promise<Error>((resolve) => {
      client.on('error', resolve);
      client.on('end', () => resolve(new Error('the connection ended')));
    });
    try {
      await client.connect();
      client.on('notification', ({ payload }) => {
        const [subject, number] = (payload ?? '').split(' ');
        if (subject === 'directory' || subject === 'api_keys') this.saw(subject, Number(number));
      });
      await soon(client.query('LISTEN versions'));
      this.client = client;
      for (let first = true; ; first = false) {
        await this.confirm(
          async () => (await client.query<string[]>({ ...VERSIONS, rowMode: 'array' })).rows,
        );
        if (first) this.log.log('Listening for changes');
        if (first) this.failures.works();
        const error = await Promise.race([lost, pause(ASK_EVERY_MS, undefined)]);
        if (error) throw error;
      }
    } finally {
      this.client = undefined;
      client.destroy();
    }
  }

  /** The connections of the pool may work where the listening one does not. */
  private async askWithoutListening(cause: Error): Promise<void> {
    try {
      await this.confirm(() => this.database.ask(VERSIONS) as Promise<string[][]>);
      this.failures.failed(
        `Not listening for changes: ${cause.message}. The database is asked for them instead.`,
      );
    } catch (error) {
      this.database.noteDown(error as Error);
    }
  }

  private async confirm(ask: () => Promise<string[][]>): Promise<void> {
    const asked = performance.now();
    // A page that is read meanwhile may tell of a commit that the answer does not know yet.
    const known = new Map(this.numbers);
    const rows = await soon(ask());
    if (rows.some(([subject, number]) => Number(number) < (known.get(subject as Subject) ?? 0))) {
      this.log.warn('The database is an older one than before: everything cached is dropped');
      this.numbers.clear();
      for (const forget of this.rewinds) forget();
    }
    for (const [subject, number] of rows) this.saw(subject as Subject, Number(number));
    this.confirmedAt = asked;
    this.database.noteUp();
  }
}

/** @throws when there is no answer in time; one that has come while the program was busy counts. */
async function soon<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => setImmediate(reject, new Error(`it did not answer within ${ANSWER_WITHIN_MS} ms`)),
      ANSWER_WITHIN_MS,
    );
  });
  answer.catch(() => undefined);
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
