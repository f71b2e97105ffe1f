import { type TestDatabase } from './test-database.js';

/** A node of a plan, as far as tests look at it. */
export interface Plan {
  'Node Type': string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Filter?: string;
  Plans?: Plan[];
}

/** The plan of a statement for certain values of its parameters, of which it has at most nine. */
export async function explain(
  database: Pick<TestDatabase, 'sql'>,
  text: string,
  values: readonly unknown[],
): Promise<Plan> {
  const statement = text.replace(/\$(\d)/g, (_, number) => `'${String(values[Number(number) - 1])}'`);
  const [row] = await database.sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`EXPLAIN (FORMAT JSON) ${statement}`);
  return row!['QUERY PLAN'][0].Plan;
}
