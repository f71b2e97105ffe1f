import { type TestDatabase } from '../database/test-database.js';
import { addProgram } from '../database/rows.js';

/** What a test expects of one match. */
export interface Expected {
  host: string | null;
  result: 'matched' | 'unmatched' | 'invalid';
  rule: string | null;
  total: number;
  ids: number[];
}

/** One match of a response, with its programs as their ids. */
export function matchOf(element: Expected & { programs: { id: number }[] }): Expected {
  const { host, result, rule, total, programs } = element;
  return { host, result, rule, total, ids: programs.map(({ id }) => id) };
}

/** Adds a program of network 1 with further domains. */
export async function addProgramWithDomains(
  database: TestDatabase,
  columns: Record<string, unknown>,
  ...domains: string[]
): Promise<void> {
  const id = await addProgram(database, 1, columns);
  await database.sql('INSERT INTO program_domains SELECT $1, * FROM unnest($2::text[])', [id, domains]);
}
