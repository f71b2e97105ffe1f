import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { createDataSource } from '../../src/database/data-source.js';
import { openEmbeddedDatabase } from '../../src/dev/embedded/embedded-database.js';
import { EMBEDDED_SETTINGS } from '../directory/directories.js';
import { withoutIndexes } from '../directory/without-indexes.js';
import { migrate } from '../../src/database/migrate.js';
import { chunks, NETWORK } from './rows.js';

const IMPORT = fileURLToPath(new URL('process.mjs', import.meta.url));

/** What an import took. */
export interface Imported {
  seconds: number;
  /** Resident at most. */
  megabytes: number;
}

/** An empty, migrated directory on a PostgreSQL of its own, and files to import into it. */
export class ImportDatabase {
  private constructor(
    readonly url: string,
    readonly client: Client,
    private readonly folder: string,
    private readonly closeServer: () => Promise<void>,
  ) {}

  /** Gives `action` a directory that has only the network, for as long as it takes. */
  static async with<T>(action: (database: ImportDatabase) => Promise<T>): Promise<T> {
    const folder = await mkdtemp(join(tmpdir(), 'directory-bench-'));
    const server = await openEmbeddedDatabase(join(folder, 'data'), () => {}, EMBEDDED_SETTINGS);
    const { url } = server;
    const dataSource = await createDataSource({ url }).initialize();
    await migrate(dataSource);
    await dataSource.destroy();
    const client = new Client(url);
    const database = new ImportDatabase(url, client, folder, () => server.close());
    try {
      await client.connect();
      await client.query(`INSERT INTO networks (name, url) VALUES ('${NETWORK}', 'bench.example')`);
      return await action(database);
    } finally {
      await database.close();
    }
  }

  /** Writes a file of that many lines. @returns its path. */
  async write(name: string, lines: number, line: (n: number) => string): Promise<string> {
    const file = join(this.folder, name);
    await pipeline(Readable.from(chunks(lines, line)), createWriteStream(file));
    return file;
  }

  /** Imports a file as the command line does, in a separate process. */
  async import(file: string, mode = 'full'): Promise<Imported> {
    const { stdout } = await promisify(execFile)(process.execPath, [IMPORT, this.url, file, NETWORK, mode]);
    return JSON.parse(stdout) as Imported;
  }

  /** Runs `action` while the table of programs lacks the indexes of searches and of filters by country. */
  withoutSearch<T>(action: () => Promise<T>): Promise<T> {
    const query = async (statement: string) => (await this.client.query(statement)).rows;
    return withoutIndexes(query, `indexdef LIKE '% USING gin %'`, action);
  }

  private async close(): Promise<void> {
    await this.client.end();
    await this.closeServer();
    await rm(this.folder, { recursive: true, force: true });
  }
}
