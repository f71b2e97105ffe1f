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

/** For requests: nothing waits without an end. */
export function impatientPool(connections: number): PoolConfig {
  return { ...anyPool, max: connections, statement_timeout: 15_000 };
}
