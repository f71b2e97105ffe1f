import { type Socket } from 'node:net';
import { type Pool, type PoolClient } from 'pg';

const LOOK_EVERY_MS = 1_000;

/**
 * Cuts the connections of a pool whose server has gone without a sound: the server itself ends a statement that takes
 * too long, so who has waited longer waits for nobody. One look a second costs less than a timer for each query.
 */
export function destroyStuckConnections(pool: Pool, afterMs: number): void {
  const busySince = new Map<PoolClient, number>();
  pool.on('acquire', (client) => busySince.set(client, performance.now()));
  pool.on('release', (_, client) => busySince.delete(client));
  setInterval(() => {
    const longAgo = performance.now() - afterMs;
    for (const [client, since] of busySince) if (since < longAgo) socketOf(client).destroy();
  }, LOOK_EVERY_MS).unref();
}

function socketOf(client: PoolClient): Socket {
  return (client as PoolClient & { connection: { stream: Socket } }).connection.stream;
}
