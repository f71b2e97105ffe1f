import { type Command } from 'commander';
import { type DataSource } from 'typeorm';
import { withDatabase } from './command-database.js';
import { ApiKeysRepository } from '../api-keys/api-keys.repository.js';
import { type ImportCounts, noCounts } from '../importing/import-options.js';
import { lastImports, type PastImport } from '../importing/import-history.js';
import { printable } from '../importing/report.js';
import { jsonOption, printResult } from './output.js';

/** Characters of an import's file names that are shown. */
const MAX_FILE_LENGTH = 200;
/** Number of imports that are shown. */
const LAST_IMPORTS = 20;

const COUNTS = `
  SELECT
    (SELECT count(*)::integer FROM networks) AS networks,
    (SELECT count(*)::integer FROM networks WHERE live) AS "networksLive",
    (SELECT count(*)::integer FROM programs) AS programs,
    (SELECT count(*)::integer FROM programs WHERE status) AS "programsActive",
    (SELECT number::float8 FROM versions WHERE subject = 'directory') AS "directoryVersion"`;

const COUNTED = Object.keys(noCounts()) as (keyof ImportCounts)[];

interface Counts {
  networks: number;
  networksLive: number;
  programs: number;
  programsActive: number;
  directoryVersion: number;
}

/** `status`. */
export function addStatusCommand(program: Command): void {
  program
    .command('status')
    .description('networks, programs, last imports, keys by plan')
    .addOption(jsonOption())
    .action(({ json }: { json?: boolean }) =>
      withDatabase(async ({ dataSource }) => {
        const status = await statusOf(dataSource);
        printResult(json, status, textOf(status));
      }),
    );
}

async function statusOf(dataSource: DataSource) {
  const [counts] = await dataSource.query<[Counts]>(COUNTS);
  const imports = await lastImports(dataSource, LAST_IMPORTS);
  const keys = await new ApiKeysRepository(dataSource).countValid();
  return { ...counts, imports, keys };
}

function textOf({ imports, keys, ...counts }: Awaited<ReturnType<typeof statusOf>>): string {
  return [
    `Networks      ${counts.networks}, ${counts.networksLive} live`,
    `Programs      ${counts.programs}, ${counts.programsActive} active`,
    `Version       ${counts.directoryVersion}`,
    `Valid keys    ${Object.entries(keys)
      .map(([plan, count]) => `${count} ${plan}`)
      .join(', ')}`,
    'Last imports',
    ...imports.map(sentence),
  ].join('\n');
}

function sentence(past: PastImport): string {
  const what = past.subject === 'networks' ? 'networks' : `${past.network} (${past.mode})`;
  const counts = COUNTED.map((name) => `${past[name]} ${name}`).join(', ');
  const outcome = past.outcome === 'failed' ? `failed: ${past.reason}` : `${past.outcome}: ${counts}`;
  return `  ${past.startedAt.toISOString()} ${what} from ${printable(past.file, MAX_FILE_LENGTH)} ${outcome}`;
}
