import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalNetworks, canonicalPrograms } from '../../src/importing/canonical-source.js';
import { importNetworks } from '../../src/importing/import-networks.js';
import {
  type ImportOptions,
  type ImportReport,
  type ImportSummary,
  type ProgramImportOptions,
} from '../../src/importing/import-options.js';
import { importPrograms } from '../../src/importing/import-programs.js';
import { type RecordSource } from '../../src/importing/record-source.js';
import { createTestDatabase, type TestDatabase } from '../database/test-database.js';
import { makeTemporaryFolder } from '../program/temporary-folder.js';

export const NETWORK = 'Alpha';

/** What one import said. */
export interface Outcome extends Omit<ImportSummary, 'seconds'> {
  rejects: string[];
  warnings: string[];
}

type Row = Record<string, unknown>;
/** The content of a file, or rows to be written as NDJSON. */
export type Content = string | Buffer | readonly Row[];
type ProgramOptions = Partial<Omit<ProgramImportOptions, 'source' | 'report'>> & {
  report?: Partial<ImportReport>;
  format?: never;
};

/** A directory with one network, and the means to import files into it. Reports call every file `feed`. */
export class Importing {
  private constructor(
    readonly database: TestDatabase,
    private readonly folder: string,
  ) {}

  static async open(): Promise<Importing> {
    const database = await createTestDatabase();
    const importing = new Importing(database, await makeTemporaryFolder());
    await importing.empty();
    return importing;
  }

  async close(): Promise<void> {
    await this.database.drop();
    await rm(this.folder, { recursive: true });
  }

  /** Back to one network without programs, with id 1. */
  async empty(): Promise<void> {
    await this.database.sql(`
      TRUNCATE programs, program_domains, networks, imports RESTART IDENTITY;
      INSERT INTO networks (name, url) VALUES ('${NETWORK}', 'alpha.example')
    `);
  }

  async file(content: Content, ending = 'ndjson'): Promise<string> {
    const path = join(this.folder, `feed.${ending}`);
    await writeFile(path, Array.isArray(content) ? ndjson(content) : (content as string | Buffer));
    return path;
  }

  async programs(content: Content, options: ProgramOptions = {}, ending?: string): Promise<Outcome> {
    return this.import(canonicalPrograms(await this.file(content, ending), { name: 'feed' }), options);
  }

  import(source: RecordSource, options: ProgramOptions = {}): Promise<Outcome> {
    return heard((report) =>
      importPrograms({
        ...{
          database: this.database.roleUrl('operate'),
          source,
          file: 'feed',
          network: NETWORK,
          mode: 'full',
        },
        ...options,
        report: { ...report, ...options.report },
      }),
    );
  }

  async networks(content: Content, options: Partial<ImportOptions> = {}, ending?: string): Promise<Outcome> {
    const source = canonicalNetworks(await this.file(content, ending), { name: 'feed' });
    return heard((report) =>
      importNetworks({
        database: this.database.roleUrl('operate'),
        source,
        file: 'feed',
        ...options,
        report,
      }),
    );
  }

  /** The stored programs in the order of their ids. */
  stored<Program = Row>(columns: string): Promise<Program[]> {
    return this.database.sql<Program>(`SELECT ${columns} FROM programs ORDER BY id`);
  }

  /** All that an import could change, to be compared before and after. */
  state(): Promise<unknown[]> {
    return this.database.sql(`
      SELECT to_jsonb(networks) AS row FROM networks
      UNION ALL SELECT to_jsonb(programs) FROM programs
      UNION ALL SELECT to_jsonb(program_domains) FROM program_domains
      UNION ALL SELECT to_jsonb(versions) FROM versions
      ORDER BY row
    `);
  }
}

/** A row that lacks nothing, as any key. */
export const row = (networkProgramId: unknown, values: Row = {}): Row => ({
  networkProgramId,
  name: `Program ${String(networkProgramId)}`,
  primaryUrl: 'program.example',
  ...values,
});

export const rows = (count: number, values: Row = {}): Row[] =>
  Array.from({ length: count }, (_, index) => row(`p${index + 1}`, values));

const ndjson = (content: readonly Row[]): string =>
  content.map((each) => `${JSON.stringify(each)}\n`).join('');

async function heard(run: (report: ImportOptions['report']) => Promise<ImportSummary>): Promise<Outcome> {
  const rejects: string[] = [];
  const warnings: string[] = [];
  const { seconds, ...summary } = await run({
    reject: (line) => void rejects.push(line),
    warn: (message) => warnings.push(message),
  });
  if (!(seconds >= 0)) throw new Error('an import takes some time');
  return { ...summary, rejects, warnings };
}
