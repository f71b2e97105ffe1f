/** Opens the database of a folder in a process of its own, prints its address, and closes it on SIGINT after a query. */
import { join } from 'node:path';
import pg from 'pg';

const { openEmbeddedDatabase } = await import(
  join(process.env.TEST_PROGRAM, 'dev/embedded/embedded-database.js')
);

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

async function answer() {
  const client = new pg.Client(database.url);
  await client.connect();
  const { rows } = await client.query(`SELECT 'still here' AS answer`);
  await client.end();
  return rows[0]?.answer ?? '';
}
