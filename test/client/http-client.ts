import { Agent, type IncomingHttpHeaders, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

/** What a request carries; `x-api-key: ''` sends no key. */
export interface RequestParts {
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
}

/** An answer with its bytes as they were sent: nothing is decompressed or followed. */
export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
  /** The parsed body. */
  json: ReturnType<typeof JSON.parse>;
}

export function sendRequest(
  port: number,
  method: string,
  path: string,
  { headers = {}, body }: RequestParts,
): Promise<Reply> {
  const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
  if (body !== undefined) sent['content-length'] = String(Buffer.byteLength(body));
  return new Promise((resolve, reject) => {
    const outgoing = request({ agent, host: '127.0.0.1', port, method, path, headers: sent }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const bytes = Buffer.concat(chunks);
        resolve({
          status: incoming.statusCode!,
          headers: incoming.headers,
          bytes,
          get text() {
            return bytes.toString();
          },
          get json() {
            return JSON.parse(bytes.toString()) as unknown;
          },
        });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
