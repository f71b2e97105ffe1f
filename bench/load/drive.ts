import autocannon from 'autocannon';
import { type Server } from '../server.js';
import { type Ask } from './ask.js';
import { processorSeconds } from './process-usage.js';

const CONNECTIONS = 32;

/** What a server achieved under load. */
export interface Pace {
  requests: number;
  perSecond: number;
  /** Microseconds of the server's processor time for one request, that of PostgreSQL apart. */
  processorMicros: number;
}

/** What a server achieved under load, whether its answers were the expected ones or not. */
export interface Load extends Pace {
  /** Milliseconds that 99 of 100 requests took at most. */
  p99: number;
  /** Answers with another status than the one expected, and connections that failed. */
  refused: number;
}

/**
 * Asks over 32 connections for some seconds. Each connection goes round all `asks` in an order of its own: in a common
 * order, connections whose requests shared one read would stay together, and share all that follow.
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
  const before = processorSeconds(server.pid);
  const result = await autocannon({
    url: server.origin,
    connections: CONNECTIONS,
    duration: seconds,
    requests,
    setupClient: (client) => client.setRequests(shuffled(requests)),
  });
  const { total } = result.requests;
  const expected = result.statusCodeStats?.[`${status}`]?.count ?? 0;
  const refused = total - expected + result.errors;
  if (refused > 0) {
    const statuses = Object.entries(result.statusCodeStats ?? {}).map(
      ([code, { count }]) => `${count} × ${code}`,
    );
    throw new Error(
      `${server.name} did not answer ${status} ${refused} times: ${statuses.join(', ')}; ${result.errors} errors, ${result.timeouts} of them timeouts.`,
    );
  }
  return {
    requests: total,
    perSecond: expected / result.duration,
    processorMicros: ((processorSeconds(server.pid) - before) / total) * 1e6,
  };
}

function shuffled<T>(items: readonly T[]): T[] {
  const drawn = items.map((item) => ({ item, at: Math.random() }));
  return drawn.sort((one, other) => one.at - other.at).map(({ item }) => item);
}
