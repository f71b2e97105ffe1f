import { type PoolConfig } from 'pg';

/** The last of two values of one setting counts, so neither an address nor a role nor a database has another form of dates. */
const SETTINGS = '-c timezone=UTC -c datestyle=ISO,YMD -c client_min_messages=warning';

/** An address to connect to, with what is sent when a connection starts. */
export function connectionOptions(url: string): { connectionString: string; options: string } {
  const address = new URL(url);
  const given = address.searchParams.get('options');
  if (given === null) return { connectionString: url, options: SETTINGS };
  // What stands in the address would take the place of the settings, not its place beside them.
  address.searchParams.delete('options');
  return { connectionString: address.href, options: `${given} ${SETTINGS}` };
}

const anyPool = { connectionTimeoutMillis: 2000, keepAlive: true, application_name: 'directory' };

/** For commands: few connections, and statements that take their time. */
export const commandPool: PoolConfig = { ...anyPool, max: 2 };

const STATEMENT_MS = 5_000;
/** Milliseconds after which a request's statement is not waited for any longer. */
export const STUCK_MS = STATEMENT_MS + 1_000;

/** For requests: nothing waits without an end; see also `cutStuckConnections`. */
export function requestPool(connections: number): PoolConfig {
  return {
    ...anyPool,
    max: connections,
    statement_timeout: STATEMENT_MS,
  };
}
