import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePort } from '../../../src/dev/embedded/free-port.js';
import { waitFor } from '../../program/wait-for.js';
import { ServerProcess } from './server-process.js';

/** The environment variable that names another PgBouncer than the installed one. */
const PROGRAM = process.env.PGBOUNCER ?? 'pgbouncer';
const PATH = `${process.env.PATH}:/usr/sbin`;

/** A connection pooler in front of a database. */
export class PgBouncer {
  private constructor(
    /** The database by way of the pooler. */
    readonly url: string,
    private readonly process: ServerProcess,
  ) {}

  /** Whether the program supports this version of PgBouncer. */
  static async isSupported(): Promise<boolean> {
    const { stdout } = await promisify(execFile)(PROGRAM, ['--version'], { env: { PATH } });
    const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(stdout)!;
    return Number(major) > 1 || Number(minor) >= 21;
  }

  /** @param ignored the startup parameters that the pooler drops. */
  static async start(
    folder: string,
    database: string,
    mode: 'session' | 'transaction',
    ignored: string,
  ): Promise<PgBouncer> {
    const { port: databasePort, username, pathname } = new URL(database);
    const port = await freePort(0);
    const home = join(folder, 'pgbouncer');
    mkdirSync(home);
    chmodSync(folder, 0o755);
    writeFileSync(
      join(home, 'pgbouncer.ini'),
      [
        '[databases]',
        `${pathname.slice(1)} = host=127.0.0.1 port=${databasePort} user=${username}`,
        '[pgbouncer]',
        'listen_addr = 127.0.0.1',
        `listen_port = ${port}`,
        'unix_socket_dir =',
        'auth_type = any',
        `pool_mode = ${mode}`,
        'default_pool_size = 5',
        ...((await PgBouncer.isSupported()) ? ['max_prepared_statements = 100'] : []),
        `ignore_startup_parameters = ${ignored}`,
        '',
      ].join('\n'),
    );
    // It refuses to run as root.
    const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
    const running = new ServerProcess([PROGRAM, ...user, join(home, 'pgbouncer.ini')], { PATH });
    const url = database.replace(`:${databasePort}/`, `:${port}/`);
    await waitFor(async () => {
      if (!running.isRunning) throw new Error(`PgBouncer has ended: ${running.output}`);
      const client = new Client({ connectionString: url });
      client.on('error', () => undefined);
      return client.connect().then(
        () => client.end().then(() => true),
        () => false,
      );
    });
    return new PgBouncer(url, running);
  }

  async end(): Promise<void> {
    await this.process.end('SIGTERM');
  }
}
