import { Agent, type IncomingHttpHeaders, request } from 'node:http';

/** A request, the same for each server. */
export interface Ask {
  /** Path and query. */
  target: string;
  headers: Record<string, string>;
  /** Sent with POST. */
  body?: string;
}

export interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const manySockets = new Agent({ keepAlive: true });

/**
 * Asks once, over one connection that is kept: the client of a walk, and of latencies. What is `concurrent` does not wait
 * for the connection.
 */
export function ask(
  origin: string,
  { target, headers, body }: Ask,
  { concurrent = false } = {},
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const sent = request(
      origin + target,
      { method, headers, agent: concurrent ? manySockets : agent },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
