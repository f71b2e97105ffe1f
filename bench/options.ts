import { Command, InvalidArgumentError } from 'commander';
import { type MeasureName, measureNames } from './measures/index.js';

export interface Options {
  /** Active programs of the directory. */
  programs: number;
  /** The rows of the table that are measured. */
  only: MeasureName[];
  /** How often each contestant has its turn. */
  rounds: number;
  /** Seconds of a turn. */
  seconds: number;
  /** A PostgreSQL on which the bench may make databases; without it an embedded one is used. */
  database?: string;
  /** Removes the databases at the end; otherwise the next run finds them. */
  drop: boolean;
  /** Where the table is written; without it a whole run at full size is, and any other is only printed. */
  out?: string;
}

export const FULL_SIZE = 1_000_000;

export function readOptions(): Options {
  const options = new Command('npm run bench --')
    .description('Measures the product beside its peers, on the same PostgreSQL and the same rows.')
    .option('--programs <n>', 'active programs of the directory', integer, FULL_SIZE)
    .option('--only <names>', `of ${measureNames.join(',')}`, names, measureNames)
    .option('--rounds <n>', 'turns of each contestant', integer, 5)
    .option('--seconds <n>', 'length of a turn', integer, 4)
    .option('--database <url>', 'a PostgreSQL to make databases on (also BENCH_DATABASE_URL)')
    .option('--drop', 'remove the databases at the end', false)
    .option('--out <file>', 'where to write the table')
    .parse()
    .opts<Options>();
  const database = options.database ?? process.env.BENCH_DATABASE_URL;
  return { ...options, ...(database && { database }) };
}

function integer(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new InvalidArgumentError('It must be a whole number, 1 or more.');
  return Number(value);
}

function names(value: string): MeasureName[] {
  const names = value.split(',');
  const unknown = names.find((name) => !(measureNames as string[]).includes(name));
  if (unknown !== undefined) throw new InvalidArgumentError(`There is no ${unknown}.`);
  return names as MeasureName[];
}
