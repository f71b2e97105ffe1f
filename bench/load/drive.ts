import autocannon from 'autocannon';
import { type Server } from '../server.js';
import { type Ask } from './ask.js';
import { processorSeconds } from './process-usage.js';

const CONNECTIONS = 32;

/** What a server achieved under load. */
export interface Pace {
  perSecond: number;
  /** Microseconds of the server's processor time for one request, that of PostgreSQL apart. */
  processorMicros: number;
}

/**
 * Asks over 32 connections for some seconds. Each connection goes round all `asks`, and begins at another, so that
 * two hardly ever ask for the same thing at the same moment.
 * @throws when an answer has another status than `status`.
 */
export async function drive(
  server: Server,
  asks: readonly Ask[],
  { seconds, status = 200 }: { seconds: number; status?: number },
): Promise<Pace> {
  const requests = asks.map(({ target, headers, body }): autocannon.Request => ({
    path: target,
    headers,
    ...(body !== undefined && { method: 'POST', body }),
  }));
  let connection = 0;
  const before = processorSeconds(server.pid);
  const result = await autocannon({
    url: server.origin,
    connections: CONNECTIONS,
    duration: seconds,
    requests,
    setupClient(client) {
      const first = Math.floor((connection++ / CONNECTIONS) * requests.length);
      client.setRequests([...requests.slice(first), ...requests.slice(0, first)]);
    },
  });
  const { total } = result.requests;
  const wrong = Object.keys(result.statusCodeStats ?? {}).filter((code) => Number(code) !== status);
  if (wrong.length > 0 || result.errors > 0) {
    throw new Error(`${server.name} answered ${wrong.join(', ')} and failed ${result.errors} times.`);
  }
  return {
    perSecond: total / result.duration,
    processorMicros: ((processorSeconds(server.pid) - before) / total) * 1e6,
  };
}
