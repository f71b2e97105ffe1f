import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client, Pool } from 'pg';
import { unprivileged } from '../../../src/dev/embedded/unprivileged.js';
import { waitFor } from '../../program/wait-for.js';
import { serverPort } from './server-port.js';
import { ServerProcess } from './server-process.js';

const run = promisify(execFile);
const DATABASE_SCRIPTS = fileURLToPath(new URL('../../../docker/database/', import.meta.url));
const REPLICATION_PASSWORD = 'replication';
const SETTINGS = [
  'fsync=off',
  'wal_keep_size=256MB',
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
];

/** A PostgreSQL that can be killed, frozen and started again: a primary, or a replica of one. */
export class Postgres {
  private process: ServerProcess | undefined;
  private pool: Pool | undefined;

  private constructor(
    private readonly data: string,
    private readonly port: number,
    private readonly primary?: Postgres,
  ) {}

  /** A primary, not started yet. */
  static async create(folder: string): Promise<Postgres> {
    const postgres = new Postgres(join(folder, 'primary'), await serverPort());
    mkdirSync(postgres.data);
    await postgres.as(
      'initdb',
      `--pgdata=${postgres.data}`,
      '--username=directory',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    );
    return postgres;
  }

  /** A replica that copies this primary when it is first started. */
  async replica(folder: string): Promise<Postgres> {
    const replica = new Postgres(join(folder, 'replica'), await serverPort(), this);
    mkdirSync(replica.data, { mode: 0o700 });
    return replica;
  }

  get url(): string {
    return `postgres://directory@127.0.0.1:${this.port}/postgres?sslmode=disable`;
  }

  /** The PATH with the client programs of PostgreSQL, such as `psql`. */
  get path(): string {
    return this.environment.PATH!;
  }

  /** Resolves when it accepts connections. */
  async start(): Promise<void> {
    const settings = SETTINGS.flatMap((setting) => ['-c', setting]);
    const program = this.primary
      ? ['sh', join(DATABASE_SCRIPTS, 'follow-primary.sh')]
      : [binary('postgres'), '-D', this.data];
    const command = [...(await unprivileged(this.data)), ...program, '-p', String(this.port), ...settings];
    await waitFor(async () => {
      // Sessions of one that was killed may not be quite gone.
      if (!this.process?.isRunning) this.process = new ServerProcess(command, this.environment);
      return this.acceptsConnections();
    }, 30_000);
  }

  /** Lets replicas copy it, as the primary of the compose file does. */
  async allowReplication(): Promise<void> {
    await run('sh', [join(DATABASE_SCRIPTS, 'allow-replication.sh')], { env: this.environment });
    await this.sql('SELECT pg_reload_conf()');
  }

  async sql<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]> {
    if (!this.pool) {
      this.pool = new Pool({ connectionString: this.url, max: 4 });
      this.pool.on('error', () => undefined);
    }
    return (await this.pool.query(text, values)).rows as Row[];
  }

  /**
   * Creates a role that may read and write all rows.
   * @param options of `CREATE ROLE`.
   * @returns the address with that role.
   */
  async role(name: string, options = ''): Promise<string> {
    await this.sql(`CREATE ROLE ${name} LOGIN ${options}`);
    await this.sql(`GRANT ALL ON ALL TABLES IN SCHEMA public TO ${name}`);
    await this.sql(`GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO ${name}`);
    return this.url.replace('directory@', `${name}@`);
  }

  /** Has a role authenticate by password from now on. */
  async requirePassword(role: string): Promise<void> {
    const file = join(this.data, 'pg_hba.conf');
    writeFileSync(file, `host all ${role} 127.0.0.1/32 scram-sha-256\n${readFileSync(file, 'utf8')}`);
    await this.sql('SELECT pg_reload_conf()');
  }

  /** The number of connections that have not completed their authentication. */
  get authenticating(): number {
    return this.process!.children.filter((command) => command.includes('authentication')).length;
  }

  async kill(): Promise<void> {
    await this.process!.end('SIGKILL');
  }

  /** Suspends it: its connections stay open, and nothing responds. */
  freeze(): void {
    this.process!.signalAll('SIGSTOP');
  }

  thaw(): void {
    this.process!.signalAll('SIGCONT');
  }

  async end(): Promise<void> {
    await this.pool?.end();
    if (this.process?.isRunning) this.thaw();
    await this.process?.end('SIGINT');
  }

  private async acceptsConnections(): Promise<boolean> {
    const client = new Client({ connectionString: this.url, connectionTimeoutMillis: 1000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      return false;
    }
  }

  private get environment(): NodeJS.ProcessEnv {
    return {
      PATH: `${BINARIES}:${process.env.PATH}`,
      LC_ALL: 'C',
      PGDATA: this.data,
      PGHOST: '127.0.0.1',
      PGPORT: String(this.port),
      POSTGRES_USER: 'directory',
      POSTGRES_DB: 'postgres',
      REPLICATION_PASSWORD,
      PRIMARY: `host=127.0.0.1 port=${this.primary?.port} user=replication password=${REPLICATION_PASSWORD}`,
    };
  }

  private async as(program: string, ...args: string[]): Promise<void> {
    const [command, ...rest] = [...(await unprivileged(this.data)), binary(program), ...args] as [
      string,
      ...string[],
    ];
    await run(command, rest, { env: this.environment, cwd: '/' });
  }
}

const VERSIONS = '/usr/lib/postgresql';

/** The binaries of the newest installed PostgreSQL; the embedded one has no `pg_basebackup`. */
const BINARIES = join(VERSIONS, newest(readdirSync(VERSIONS)), 'bin');

function newest(versions: string[]): string {
  return versions.sort((one, other) => Number(other) - Number(one))[0] ?? '';
}

function binary(name: string): string {
  return join(BINARIES, name);
}
