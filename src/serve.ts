import { type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type INestApplicationContext, Logger } from '@nestjs/common';
import { createApp } from './app.js';
import { type Config } from './config/config.js';
import { Database } from './database/database.js';
import { Connections } from './http/connections.js';
import { listen } from './http/listen.js';
import { type Lifetime } from './lifetime.js';
import { HealthService } from './monitoring/health.service.js';

/** The share of `SHUTDOWN_S` for requests in progress; the rest is for the database. */
const REQUESTS_SHARE = 0.8;
/** Milliseconds to wait for the database before the server listens. */
const DATABASE_WAIT_MS = 1_000;

/** The application, and the address under which this machine reaches it. */
export interface Serving {
  app: INestApplicationContext;
  address: string;
}

/**
 * Serves until the process ends. The database may not be there yet.
 * @throws when it cannot listen; the message says what to do.
 */
export async function serve(config: Config, lifetime: Lifetime): Promise<Serving> {
  lifetime.timeoutS = config.drain + config.shutdown;
  const app = await createApp(config);
  const server = app.getHttpServer();
  const connections = new Connections(server);
  const log = new Logger('Server');
  lifetime.onEnd(async () => {
    log.log('stopping');
    app.get(HealthService).leave();
    if (server.listening) await drain(config.drain, lifetime.urgent);
    await connections.end(config.shutdown * 1000 * REQUESTS_SHARE, lifetime.urgent);
    await app.close();
  });
  // The database is ready for the first requests, unless it really is unavailable.
  await Promise.race([app.get(Database).untilReady(), pause(DATABASE_WAIT_MS)]);
  const address = addressOf(await listen(server, { ...config, setting: 'PORT' }), config);
  log.log(`listening on ${address}`);
  return { app, address };
}

/** Waits until load balancers have noticed that `/health/ready` is 503. Requests are still served. */
async function drain(seconds: number, now: AbortSignal): Promise<void> {
  await pause(seconds * 1000, undefined, { signal: now }).catch(() => undefined);
}

function addressOf({ address, port }: AddressInfo, { tls }: Config): string {
  const isAnyAddress = address === '::' || address === '0.0.0.0';
  const host = isAnyAddress ? 'localhost' : address.includes(':') ? `[${address}]` : address;
  return `${tls ? 'https' : 'http'}://${host}:${port}`;
}
