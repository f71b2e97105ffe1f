import { type TestDatabase } from './test-database.js';

/** Column values by column name; what is left out is of no interest to the test. */
type Columns = Record<string, unknown>;

let count = 0;

/** Adds a network, and returns its id. */
export async function addNetwork(database: TestDatabase, columns: Columns = {}): Promise<number> {
  const number = ++count;
  return insert(database, 'networks', {
    name: `Network ${number}`,
    url: `network-${number}.example`,
    ...columns,
  });
}

/** Adds a program of a network, and returns its id. */
export async function addProgram(
  database: TestDatabase,
  networkId: number,
  columns: Columns = {},
): Promise<number> {
  const number = ++count;
  return insert(database, 'programs', {
    name: `Program ${number}`,
    network_id: networkId,
    network_program_id: `P-${number}`,
    primary_url: `program-${number}.example`,
    ...columns,
  });
}

async function insert(database: TestDatabase, table: string, columns: Columns): Promise<number> {
  const names = Object.keys(columns);
  const [row] = await database.sql<{ id: number }>(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((_, at) => `$${at + 1}`).join(', ')})
     RETURNING id`,
    Object.values(columns),
  );
  return row!.id;
}
