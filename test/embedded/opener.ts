/** Another process that opens the database of a folder, prints its address, and closes it on SIGINT after a query. */
import { Client } from 'pg';
import { openEmbeddedDatabase } from '../../src/database/embedded/index.js';

const [folder = ''] = process.argv.slice(2);
const database = await openEmbeddedDatabase(folder, () => undefined, { fsync: 'off' });
const waiting = setInterval(() => undefined, 60_000);

process.once('SIGINT', () => {
  clearInterval(waiting);
  void answer()
    .then(console.log)
    .finally(() => database.close());
});
console.log(database.url);

async function answer(): Promise<string> {
  const client = new Client(database.url);
  await client.connect();
  const { rows } = await client.query<{ answer: string }>(`SELECT 'still here' AS answer`);
  await client.end();
  return rows[0]?.answer ?? '';
}
