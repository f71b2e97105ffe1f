import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { DirectoryWatch } from '../database/directory-watch.js';
import { SingleFlight } from '../database/single-flight.js';
import { type Key } from './key.js';
import { isPlan } from './plans.js';
import { digestOf } from '../tokens/api-key-token.js';

const KEYS = {
  name: 'keys',
  text: `SELECT encode(digest, 'hex'), id, plan, extract(epoch FROM expires_at) * 1000, number
    FROM versions LEFT JOIN api_keys ON revoked_at IS NULL
    WHERE subject = 'api_keys'`,
};

/** Every key that may read, by its digest, as of a version of the keys. They are few, so all are held. */
@Injectable()
export class ApiKeyCache {
  private keys = new Map<string, Key>();
  /** The keys by the tokens that were sent for them. Tokens of no key are not held, so there are no more than keys. */
  private recognised = new Map<string, Key>();
  private version: number | undefined;
  private readonly flight = new SingleFlight();
  private begun = 0;
  private latest = 0;

  constructor(
    private readonly database: Database,
    private readonly watch: DirectoryWatch,
  ) {
    watch.onRewind(() => (this.version = undefined));
  }

  /** True when what is held, or not held, is the truth of this moment. */
  get isCurrent(): boolean {
    return (
      this.watch.trust === 'current' && this.version !== undefined && this.version === this.watch.keysVersion
    );
  }

  /** True when the database cannot be asked, and what was known before counts. */
  get isLastKnown(): boolean {
    return this.watch.trust === 'down' && this.version !== undefined;
  }

  /** The key that a token is for. A token that was recognised before is not hashed again. */
  find(token: string): Key | undefined {
    const known = this.recognised.get(token);
    if (known !== undefined) return known;
    const key = this.keys.get(digestOf(token));
    if (key !== undefined) this.recognised.set(token, key);
    return key;
  }

  /** Reads the keys anew. @throws Unavailable when the database is out of reach. */
  async load(): Promise<void> {
    await this.flight.do('keys', () => this.read());
  }

  private async read(): Promise<void> {
    const turn = ++this.begun;
    const rows = await this.database.rows(KEYS);
    // One that began later has the truth of a later moment.
    if (turn < this.latest) return;
    this.latest = turn;
    const keys = new Map<string, Key>();
    for (const [digest, id, plan, expiresAt] of rows) {
      if (digest === null || !isPlan(plan!)) continue;
      keys.set(digest!, {
        id: Number(id),
        plan,
        expiresAt: expiresAt === null ? Infinity : Number(expiresAt),
      });
    }
    this.keys = keys;
    this.recognised = new Map();
    this.version = Number(rows[0]![4]);
    this.watch.saw('api_keys', this.version);
  }
}
