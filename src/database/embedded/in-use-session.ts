import { Client, DatabaseError } from 'pg';
import { ROLE } from './cluster.js';

/** What the program keeps its tables in. */
export const DATABASE = 'directory';

/** Any fixed number. Who uses the server holds it shared; who can have it alone is the last. */
const IN_USE = 7_264_201_601;

/** SQLSTATEs: PostgreSQL starts, stops, or has no session left. */
const PASSING = /^(57P0[123]|53300)$/;
/** SQLSTATEs of the second of two who create a database at once. */
const ALREADY_THERE = /^(42P04|23505)$/;

/** `@types/pg` leaves these two out. */
export interface Session extends Client {
  ref(): void;
  unref(): void;
}

/**
 * Opens the session that tells others that this process uses the server. It ends with the process, however that ends.
 * @returns undefined when the server can't take it at this moment.
 */
export async function openSession(port: number, password: string): Promise<Session | undefined> {
  const session = new Client({
    ...{ host: '127.0.0.1', port, user: ROLE, password, database: 'postgres', ssl: false },
    ...{ application_name: 'directory (in use)', connectionTimeoutMillis: 5_000 },
  }) as Session;
  // What happens to the connection is seen by its end.
  session.on('error', () => undefined);
  try {
    await session.connect();
    await session.query('SELECT pg_advisory_lock_shared($1)', [IN_USE]);
    await createDatabase(session);
    return session;
  } catch (error) {
    await session.end().catch(() => undefined);
    if (error instanceof DatabaseError && !PASSING.test(error.code ?? '')) throw error;
    return undefined;
  }
}

/** Gives up this session's use. If it was the last, no other can begin until the session ends. */
export async function isLast(session: Session): Promise<boolean> {
  const text = 'SELECT pg_advisory_unlock_shared($1), pg_try_advisory_lock($1) AS last';
  // A session that fails has been ended by another that was the last.
  const result = await session.query<{ last: boolean }>(text, [IN_USE]).catch(() => undefined);
  return result?.rows[0]?.last === true;
}

async function createDatabase(session: Session): Promise<void> {
  const { rowCount } = await session.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
  if (rowCount) return;
  await session.query(`CREATE DATABASE ${DATABASE}`).catch((error: DatabaseError) => {
    if (!ALREADY_THERE.test(error.code ?? '')) throw error;
  });
}
