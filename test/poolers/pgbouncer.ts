import { execFileSync } from 'node:child_process';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from '../../src/dev/embedded/free-port.js';
import { ServerProcess } from '../faults/servers/server-process.js';
import { makeTemporaryFolder } from '../program/temporary-folder.js';
import { waitFor } from '../program/wait-for.js';

/** The environment variable names another PgBouncer than the installed one. */
const PROGRAM = process.env.PGBOUNCER ?? 'pgbouncer';
const ENVIRONMENT = { PATH: `${process.env.PATH}:/usr/sbin` };

/** Version of the PgBouncer at hand, such as `1.18`. */
export function version(): string {
  const printed = execFileSync(PROGRAM, ['--version'], { encoding: 'utf8', env: ENVIRONMENT });
  return /\d+\.\d+/.exec(printed)![0];
}

/** Whether the PgBouncer at hand forwards start-up options and prepared statements. */
export function isSupported(): boolean {
  const [major = 0, minor = 0] = version().split('.').map(Number);
  return major > 1 || minor >= 21;
}

/** A running PgBouncer before one database. */
export class PgBouncer {
  private constructor(
    /** The database by way of the pooler. */
    readonly url: string,
    private readonly process: ServerProcess,
    private readonly folder: string,
  ) {}

  /**
   * @param database the address of the database, with its role and password
   * @param settings of the section `[pgbouncer]`, such as `pool_mode`
   */
  static async start(database: string, settings: Record<string, string | number>): Promise<PgBouncer> {
    const folder = await makeTemporaryFolder();
    const listenPort = await freePort(0);
    const all = { listen_addr: '127.0.0.1', listen_port: listenPort, auth_type: 'any', ...settings };
    const file = join(folder, 'pgbouncer.ini');
    await writeFile(
      file,
      [
        '[databases]',
        databaseEntry(new URL(database)),
        '[pgbouncer]',
        'unix_socket_dir =',
        ...Object.entries(all).map(([setting, value]) => `${setting} = ${value}`),
        '',
      ].join('\n'),
    );
    // It refuses to run as root, and reads its file as another user.
    await chmod(folder, 0o755);
    const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
    const running = new ServerProcess([PROGRAM, ...asUser, file], ENVIRONMENT);
    const { username, pathname } = new URL(database);
    const url = `postgres://${username}@127.0.0.1:${listenPort}${pathname}`;
    await waitFor(async () => {
      if (!running.isRunning) throw new Error(`PgBouncer has ended: ${running.output}`);
      return accepts(url);
    });
    return new PgBouncer(url, running, folder);
  }

  async end(): Promise<void> {
    await this.process.end('SIGTERM');
    await rm(this.folder, { recursive: true });
  }
}

function databaseEntry({ hostname, port, username, password, pathname }: URL): string {
  const name = pathname.slice(1);
  const secret = password === '' ? '' : ` password=${decodeURIComponent(password)}`;
  return `${name} = host=${hostname} port=${port} user=${username}${secret} dbname=${name}`;
}

async function accepts(url: string): Promise<boolean> {
  const client = new Client(url);
  client.on('error', () => undefined);
  const answered = await client.connect().then(
    () => true,
    () => false,
  );
  await client.end().catch(() => undefined);
  return answered;
}
