import { type PoolConfig } from 'pg';

/** Sent when a connection starts, so that neither a role nor a database can choose another form of dates. */
export const sessionSettings = {
  options: '-c timezone=UTC -c datestyle=ISO,YMD -c client_min_messages=warning',
};

const anyPool = {
  ...sessionSettings,
  connectionTimeoutMillis: 2000,
  keepAlive: true,
  application_name: 'directory',
};

/** For commands: few connections, and statements that take their time. */
export const patientPool: PoolConfig = { ...anyPool, max: 2 };

const STATEMENT_MS = 5_000;

/** For requests: nothing waits without an end, also on a server that is there and says nothing. */
export function impatientPool(connections: number): PoolConfig {
  return {
    ...anyPool,
    max: connections,
    statement_timeout: STATEMENT_MS,
    query_timeout: STATEMENT_MS + 1_000,
  };
}
