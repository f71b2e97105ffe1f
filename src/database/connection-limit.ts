import { type DataSource } from 'typeorm';

/** Beside the pool: one that listens for changes, and two of TypeORM, which are closed when idle. */
const OTHER_CONNECTIONS = 3;

/** The lowest limit that applies to this role: its own, that of the database, and that of the server. */
const LIMIT = `
  SELECT least(nullif(rolconnlimit, -1), nullif(datconnlimit, -1), (
      SELECT sum(CASE name WHEN 'max_connections' THEN setting::integer ELSE -setting::integer END)
        FROM pg_settings
        WHERE name IN ('max_connections', 'superuser_reserved_connections', 'reserved_connections')
    ))::integer AS "limit"
    FROM pg_roles, pg_database WHERE rolname = current_user AND datname = current_database()`;

/**
 * Compares the connections that an instance needs with those that the database allows.
 * @param pool connections for requests.
 * @returns a warning where they are too few, else undefined.
 */
export async function connectionShortage(dataSource: DataSource, pool: number): Promise<string | undefined> {
  const [row] = await dataSource.query<{ limit: number | null }[]>(LIMIT);
  const needed = pool + OTHER_CONNECTIONS;
  const limit = row?.limit ?? Infinity;
  return limit < needed
    ? `DATABASE_POOL is ${pool}, so this instance needs up to ${needed} connections, and the database allows ${limit}`
    : undefined;
}
