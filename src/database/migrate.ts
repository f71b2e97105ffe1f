import { type DataSource } from 'typeorm';

/** Any fixed number: two programs that start at once migrate one after the other. */
const MIGRATING = 7_264_201_600;

/**
 * Applies what is pending.
 * @returns the names of the migrations that ran.
 * @throws when the database does not hold its text in UTF-8.
 */
export async function migrate(dataSource: DataSource): Promise<string[]> {
  const runner = dataSource.createQueryRunner();
  try {
    const [{ encoding }] = (await runner.query(`SELECT current_setting('server_encoding') AS encoding`)) as [
      { encoding: string },
    ];
    if (encoding !== 'UTF8')
      throw new Error(`The database holds text as ${encoding}; the directory needs UTF8.`);
    await runner.query('SELECT pg_advisory_lock($1)', [MIGRATING]);
    try {
      return (await dataSource.runMigrations()).map((migration) => migration.name);
    } finally {
      await runner.query('SELECT pg_advisory_unlock($1)', [MIGRATING]);
    }
  } finally {
    await runner.release();
  }
}
