import { Command, InvalidArgumentError } from 'commander';
import { copyInto, copyTargets } from './importing/copy.js';
import { ImportDatabase, type Imported } from './importing/database.js';
import { ndjsonLine, ndjsonLineWithDomains } from './importing/rows.js';
import { machine } from './machine.js';
import { type Finding, markdownTable, table, writeReport } from './report.js';
import { median } from './statistics.js';

/**
 * Imports programs from NDJSON into an empty directory, the same file again, into an empty directory without the indexes of
 * searches and countries, and, with two further domains for each program, into an empty directory, beside a plain COPY of
 * the same rows into tables that have ever more of what the table of programs has.
 */
const FULL_SIZE = 1_000_000;

/** Seconds of one round. */
interface Round {
  first: Imported;
  again: Imported;
  withoutSearch: Imported;
  withDomains: Imported;
  /** In the order of `copyTargets`. */
  copies: number[];
}

const { programs, rounds } = new Command('npm run bench:import --')
  .description('Measures an import beside COPY, on a PostgreSQL of its own.')
  .option('--programs <n>', 'rows of the file', integer, FULL_SIZE)
  .option('--rounds <n>', 'times that each has its turn', integer, 3)
  .parse()
  .opts<{ programs: number; rounds: number }>();

await ImportDatabase.with(async (database) => {
  const files = {
    plain: await database.write('programs.ndjson', programs, ndjsonLine),
    withDomains: await database.write('programs-with-domains.ndjson', programs, ndjsonLineWithDomains),
  };
  const measured: Round[] = [];
  for (let round = 1; round <= rounds; round++) {
    process.stderr.write(`Round ${round} of ${rounds}\n`);
    measured.push(await measureRound(database, files));
  }
  const { rows } = await database.client.query<{ server_version: string }>('SHOW server_version');
  const { processor, lines } = machine(rows[0]!.server_version);
  const size = `${programs.toLocaleString('en')} programs, ${rounds} rounds`;
  const tables = [table(findings(measured)), costTable(measured)];
  console.log([processor, ...lines, size, '', tables.join('\n\n')].join('\n'));
  if (programs === FULL_SIZE)
    writeReport('bench/RESULTS.md', 'Imports', { processor, lines: [...lines, size] }, tables);
});

async function measureRound(
  database: ImportDatabase,
  { plain, withDomains }: { plain: string; withDomains: string },
): Promise<Round> {
  const { client } = database;
  const empty = () => client.query('TRUNCATE programs CASCADE; CHECKPOINT');
  await empty();
  const first = await database.import(plain);
  const again = await database.import(plain);
  await empty();
  const withoutSearch = await database.withoutSearch(async () => {
    const imported = await database.import(plain);
    await empty();
    return imported;
  });
  const domains = await database.import(withDomains);
  const copies: number[] = [];
  for (const target of copyTargets) copies.push(await copyInto(client, target, programs));
  return { first, again, withoutSearch, withDomains: domains, copies };
}

function findings(measured: readonly Round[]): Finding[] {
  const indexed = copyTargets.findIndex(({ isReference }) => isReference);
  const ofRounds = (value: (round: Round) => number) => median(measured.map(value));
  const first = ofRounds((round) => round.first.seconds);
  const again = ofRounds((round) => round.again.seconds);
  const copy = ofRounds((round) => round.copies[indexed]!);
  return [
    {
      what: 'first import against COPY with the same indexes',
      target: { most: 1.5 },
      value: ofRounds((round) => round.first.seconds / round.copies[indexed]!),
      detail: `${first.toFixed(1)} s; ${copy.toFixed(1)} s`,
    },
    {
      what: 'second import, which changes nothing, against the first',
      target: { most: 1 },
      value: ofRounds((round) => round.again.seconds / round.first.seconds),
      detail: `${again.toFixed(1)} s; ${first.toFixed(1)} s`,
    },
    {
      what: 'first import against one without the GIN indexes of searches and countries',
      target: { most: 1.3 },
      value: ofRounds((round) => round.first.seconds / round.withoutSearch.seconds),
      detail: `${first.toFixed(1)} s; ${ofRounds((round) => round.withoutSearch.seconds).toFixed(1)} s`,
    },
    {
      what: 'first import with two further domains for each program, against one without',
      target: { most: 2 },
      value: ofRounds((round) => round.withDomains.seconds / round.first.seconds),
      detail: `${ofRounds((round) => round.withDomains.seconds).toFixed(1)} s; ${first.toFixed(1)} s`,
    },
    {
      what: 'memory of the import',
      target: { most: 300 },
      value: Math.max(
        ...measured.flatMap((round) =>
          [round.first, round.again, round.withoutSearch, round.withDomains].map(
            ({ megabytes }) => megabytes,
          ),
        ),
      ),
      unit: 'MB',
      detail: 'resident at most, of all imports',
    },
  ];
}

/** What a row costs: each line has what the line above it has, and more. */
function costTable(measured: readonly Round[]): string {
  const seconds = [
    ...copyTargets.map((_, index) => median(measured.map(({ copies }) => copies[index]!))),
    median(measured.map(({ first }) => first.seconds)),
  ];
  const names = [...copyTargets.map(({ name }) => name), 'import: reads, cleans, stages, compares, merges'];
  const micros = (value: number) => ((value / programs) * 1e6).toFixed(1);
  return markdownTable([
    ['What a row costs', 'Seconds', 'µs a row', 'More than above'],
    ...names.map((name, index) => [
      name,
      seconds[index]!.toFixed(1),
      micros(seconds[index]!),
      micros(seconds[index]! - (seconds[index - 1] ?? 0)),
    ]),
  ]);
}

function integer(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new InvalidArgumentError('It must be a whole number, 1 or more.');
  return Number(value);
}
