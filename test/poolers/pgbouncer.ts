import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from '../../src/dev/embedded/free-port.js';
import { makeTemporaryFolder } from '../program/temporary-folder.js';
import { waitFor } from '../program/wait-for.js';

const PROGRAM = process.env.PGBOUNCER ?? 'pgbouncer';

/** Version of the PgBouncer that the tests run, such as 1.18. */
export const version = /(\d+)\.(\d+)/.exec(execFileSync(PROGRAM, ['--version'], { encoding: 'utf8' }))!;

/** Whether it forwards start-up options and prepared statements. */
export const isSupported = Number(version[1]) > 1 || Number(version[2]) >= 21;

/** A running PgBouncer before one database. */
export class PgBouncer {
  private constructor(
    readonly url: string,
    private readonly process: ChildProcess,
    private readonly folder: string,
  ) {}

  /**
   * @param database the address of the database, with its role and password
   * @param settings of the section `[pgbouncer]`, such as `pool_mode`
   */
  static async start(database: string, settings: Record<string, string | number>): Promise<PgBouncer> {
    const folder = await makeTemporaryFolder();
    const { hostname, port, username, password, pathname } = new URL(database);
    const name = pathname.slice(1);
    const listenPort = await freePort(0);
    const all = { listen_addr: '127.0.0.1', listen_port: listenPort, auth_type: 'any', ...settings };
    const file = join(folder, 'pgbouncer.ini');
    await writeFile(
      file,
      `[databases]
${name} = host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)} dbname=${name}
[pgbouncer]
unix_socket_dir =
${Object.entries(all)
  .map(([setting, value]) => `${setting} = ${value}`)
  .join('\n')}
`,
    );
    // It refuses to run as root, and reads its file as another user.
    await chmod(folder, 0o755);
    const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
    const child = spawn(PROGRAM, [...asUser, file], { stdio: 'ignore' });
    const url = `postgres://${username}@127.0.0.1:${listenPort}/${name}`;
    const bouncer = new PgBouncer(url, child, folder);
    await waitFor(async () => {
      const client = new Client(url);
      client.on('error', () => undefined);
      const answered = await client.connect().then(
        () => true,
        () => false,
      );
      await client.end().catch(() => undefined);
      return answered;
    });
    return bouncer;
  }

  async stop(): Promise<void> {
    this.process.kill('SIGINT');
    if (this.process.exitCode === null && this.process.signalCode === null) await once(this.process, 'exit');
    await rm(this.folder, { recursive: true });
  }
}
