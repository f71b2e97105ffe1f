/** Runs a statement. @returns its rows. */
type Query = (statement: string) => Promise<unknown>;

/**
 * Runs `action` while the table of programs lacks some of its indexes.
 * @param condition SQL on `pg_indexes` that selects them.
 */
export async function withoutIndexes<T>(
  query: Query,
  condition: string,
  action: () => Promise<T>,
): Promise<T> {
  const indexes = (await query(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE tablename = 'programs' AND ${condition}`,
  )) as { name: string; definition: string }[];
  for (const { name } of indexes) await query(`DROP INDEX ${name}`);
  const result = await action();
  for (const { definition } of indexes) await query(definition);
  return result;
}
