import { type Command } from 'commander';
import { type DataSource } from 'typeorm';
import { withDatabase } from './command-database.js';
import { plans } from '../api-keys/plans.js';
import { noteKilledImports } from '../importing/import-history.js';
import { printable } from '../importing/printable.js';
import { jsonOption, print } from './output.js';

/** Characters of the names of an import's files. */
const LONGEST_FILE = 200;
/** Imports that are shown. */
const LAST_IMPORTS = 20;

const COUNTS = `
  SELECT
    (SELECT count(*)::integer FROM networks) AS networks,
    (SELECT count(*)::integer FROM networks WHERE live) AS "networksLive",
    (SELECT count(*)::integer FROM programs) AS programs,
    (SELECT count(*)::integer FROM programs WHERE status) AS "programsActive",
    (SELECT number::float8 FROM versions WHERE subject = 'directory') AS "directoryVersion"`;

const IMPORTS = `
  SELECT id, subject, network, file, mode, started_at AS "startedAt", finished_at AS "finishedAt", outcome, reason,
    read, created, updated, unchanged, reopened, closed, rejected
  FROM imports ORDER BY id DESC LIMIT ${LAST_IMPORTS}`;

/** Keys that are valid now. */
const KEYS = `
  SELECT plan, count(*)::integer AS keys FROM api_keys
  WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at >= now())
  GROUP BY plan ORDER BY plan`;

const COUNTED = ['read', 'created', 'updated', 'unchanged', 'reopened', 'closed', 'rejected'] as const;

type PastImport = Record<(typeof COUNTED)[number], number> & {
  subject: string;
  network: string | null;
  file: string;
  mode: string | null;
  startedAt: Date;
  outcome: string;
  reason: string | null;
};

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
        print(json, status, textOf(status));
      }),
    );
}

async function statusOf(dataSource: DataSource) {
  await noteKilledImports(dataSource);
  const [counts] = await dataSource.query<[Counts]>(COUNTS);
  const imports = await dataSource.query<PastImport[]>(IMPORTS);
  const keys = await dataSource.query<{ plan: string; keys: number }[]>(KEYS);
  const none = Object.keys(plans).map((plan) => [plan, 0]);
  const some = keys.map(({ plan, keys }) => [plan, keys]);
  return { ...counts, imports, keys: Object.fromEntries([...none, ...some]) as Record<string, number> };
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
  return `  ${past.startedAt.toISOString()} ${what} from ${printable(past.file, LONGEST_FILE)} ${outcome}`;
}
