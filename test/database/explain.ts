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
  const statement = text.replace(/\$(\d)/g, (_, number) => literalOf(values[Number(number) - 1]));
  const [row] = await database.sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`EXPLAIN (FORMAT JSON) ${statement}`);
  return row!['QUERY PLAN'][0].Plan;
}

/** Without escapes: no value, and no element of an array, may need any. */
function literalOf(value: unknown): string {
  return Array.isArray(value) ? `'{${value.join()}}'` : `'${String(value)}'`;
}

/** A node and all nodes below it. */
export function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}
