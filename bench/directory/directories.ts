import { createHash } from 'node:crypto';
import { Client } from 'pg';
import { createDataSource } from '../../src/database/data-source.js';
import { openEmbeddedDatabase } from '../../src/dev/embedded/embedded-database.js';
import { migrate } from '../../src/database/migrate.js';
import { migrations } from '../../src/database/migrations/index.js';
import { type Options } from '../options.js';
import { addKey } from './add-key.js';
import { NETWORKS, PROGRAMS } from './directory.sql.js';
import { Directory } from './directory.js';
import { withoutIndexes } from './without-indexes.js';

const EMBEDDED_IN = '.data/bench';
/** Of each PostgreSQL of the benches: room for a million programs with their indexes. Nothing has to outlive a crash. */
export const EMBEDDED_SETTINGS = {
  shared_buffers: '1GB',
  max_wal_size: '8GB',
  fsync: 'off',
  full_page_writes: 'off',
};

/** Names databases: a directory that was made from other statements is another one. */
const EDITION = createHash('sha256')
  .update(NETWORKS + PROGRAMS + migrations.map(String).join(''))
  .digest('hex')
  .slice(0, 8);

/** Directories of any size on one PostgreSQL, created at first use and reused by later runs. */
export class Directories {
  private readonly used = new Map<number, Directory>();

  constructor(
    private readonly server: string,
    private readonly log: (line: string) => void,
  ) {}

  async of(programs: number): Promise<Directory> {
    const existing = this.used.get(programs);
    if (existing) return existing;
    const url = this.urlOf(databaseOf(programs));
    if (!(await this.exists(databaseOf(programs)))) await this.make(programs);
    const directory = new Directory(url, programs, await addKey(url));
    this.used.set(programs, directory);
    return directory;
  }

  async drop(): Promise<void> {
    for (const programs of this.used.keys())
      await this.administer(`DROP DATABASE ${databaseOf(programs)} WITH (FORCE)`);
  }

  /** It gets its name when all is done, so that one which was cut off counts as none. */
  private async make(programs: number): Promise<void> {
    this.log(`Making a directory of ${programs.toLocaleString('en')} programs …`);
    const unfinished = `${databaseOf(programs)}_unfinished`;
    await this.administer(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
    await this.administer(`CREATE DATABASE ${unfinished} TEMPLATE template0 ENCODING 'UTF8'`);
    const dataSource = await createDataSource({ url: this.urlOf(unfinished) }).initialize();
    await migrate(dataSource);
    await dataSource.query(NETWORKS);
    // Creating the indexes after loading takes a fraction of the time of maintaining them.
    await withoutIndexes(
      (statement) => dataSource.query(statement),
      `indexname LIKE 'programs_active_by_%'`,
      () => dataSource.query(PROGRAMS, [programs]),
    );
    await dataSource.query('VACUUM ANALYZE');
    await dataSource.destroy();
    await this.administer(`ALTER DATABASE ${unfinished} RENAME TO ${databaseOf(programs)}`);
  }

  private async exists(database: string): Promise<boolean> {
    const { rowCount } = await this.administer(`SELECT FROM pg_database WHERE datname = '${database}'`);
    return rowCount === 1;
  }

  private async administer(statement: string) {
    const client = new Client(this.server);
    await client.connect();
    try {
      return await client.query(statement);
    } finally {
      await client.end();
    }
  }

  private urlOf(database: string): string {
    const url = new URL(this.server);
    url.pathname = `/${database}`;
    return url.href;
  }
}

/** Gives `action` a PostgreSQL with directories: the one of the options, or an embedded one for as long as it takes. */
export async function withDirectories(
  options: Options,
  log: (line: string) => void,
  action: (directories: Directories) => Promise<void>,
): Promise<void> {
  const server = options.database
    ? { url: options.database, close: () => Promise.resolve() }
    : await openEmbeddedDatabase(EMBEDDED_IN, log, EMBEDDED_SETTINGS);
  try {
    const directories = new Directories(server.url, log);
    await action(directories);
    if (options.drop) await directories.drop();
  } finally {
    await server.close();
  }
}

function databaseOf(programs: number): string {
  return `directory_bench_${programs}_${EDITION}`;
}
