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

/** The share of `SHUTDOWN_S` that requests may take; the rest is for the database. */
const FOR_REQUESTS = 0.8;
/** Milliseconds that it waits for its database before it listens. */
const DATABASE_WAIT_MS = 1_000;

/** The application, and the address under which this machine reaches it. */
export interface Serving {
  app: INestApplicationContext;
  address: string;
}

/**
 * Serves until the process ends. The database may not be there yet.
 * @throws saying what to do when it cannot listen.
 */
export async function serve(config: Config, lifetime: Lifetime): Promise<Serving> {
  lifetime.patience = config.drain + config.shutdown;
  const app = await createApp(config);
  const server = app.getHttpServer();
  const connections = new Connections(server);
  const log = new Logger('Server');
  lifetime.onEnd(async () => {
    log.log('stopping');
    app.get(HealthService).leave();
    if (server.listening) await drain(config.drain, lifetime.hurries);
    await connections.end(config.shutdown * 1000 * FOR_REQUESTS, lifetime.hurries);
    await app.close();
  });
  // The first requests find it ready, unless its database really is unavailable.
  await Promise.race([app.get(Database).untilReady(), pause(DATABASE_WAIT_MS)]);
  const address = addressOf(await listen(server, { ...config, setting: 'PORT' }), config);
  log.log(`listening on ${address}`);
  return { app, address };
}

/** Waits until balancers that ask `/health/ready` have noticed, while everything else goes on. */
async function drain(seconds: number, now: AbortSignal): Promise<void> {
  await pause(seconds * 1000, undefined, { signal: now }).catch(() => undefined);
}

function addressOf({ address, port }: AddressInfo, { tls }: Config): string {
  const everywhere = address === '::' || address === '0.0.0.0';
  const host = everywhere ? 'localhost' : address.includes(':') ? `[${address}]` : address;
  return `${tls ? 'https' : 'http'}://${host}:${port}`;
}
