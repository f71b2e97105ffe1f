import { type ClientBase } from 'pg';
import { ImportFailed } from '../import-errors.js';
import { type ImportRun } from '../import-run.js';
import { takeTurn } from '../merging/take-turn.js';

/**
 * Finds the network whose programs come, and waits until no other import of it runs.
 * @returns its id
 */
export async function takeNetwork(run: ImportRun, name: string): Promise<number> {
  const { rows } = await run.client.query<{ id: number }>('SELECT id FROM networks WHERE name = $1', [name]);
  const id = rows[0]?.id;
  if (id === undefined) throw new ImportFailed(`There is no network named ${JSON.stringify(name)}`);
  await takeTurn(run, id);
  return id;
}

/** Keeps the network from going away and from getting another name until the import is committed. */
export async function keepNetwork(client: ClientBase, id: number): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM networks WHERE id = $1 FOR KEY SHARE', [id]);
  if (!rowCount) throw new ImportFailed('The network was deleted meanwhile');
}
