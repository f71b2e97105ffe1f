import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request as the server received it. */
export interface ReceivedRequest {
  method: string;
  target: string;
  headers: IncomingHttpHeaders;
  body: string;
  at: number;
}

/** A complete response, or what is done in its place. */
export type Response =
  { status?: number; headers?: Record<string, string>; body: unknown } | ((response: ServerResponse) => void);

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** A server that sends given responses in their order, the last one again and again. */
export class ScriptedServer {
  readonly requests: ReceivedRequest[] = [];
  private responses: Response[] = [];
  private readonly server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method, url, headers } = request;
      this.requests.push({ method: method!, target: url!, headers, body, at: performance.now() });
      const next = this.responses.length > 1 ? this.responses.shift()! : this.responses[0]!;
      if (typeof next === 'function') return next(response);
      const content = typeof next.body === 'string' ? next.body : JSON.stringify(next.body);
      return response.writeHead(next.status ?? 200, { ...JSON_TYPE, ...next.headers }).end(content);
    });
  });

  static async open(): Promise<ScriptedServer> {
    const server = new ScriptedServer();
    await new Promise<void>((resolve) => server.server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Forgets the requests, and sends these from now on. */
  respond(...responses: Response[]): void {
    this.requests.length = 0;
    this.responses = responses;
  }

  get targets(): string[] {
    return this.requests.map(({ target }) => target);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** A page of a list or of the changes, with the address of the next one. */
export function page(items: object[], next?: string): Response {
  const first = '</api/v1/programs>; rel="first"';
  return { headers: { link: next === undefined ? first : `${first}, <${next}>; rel="next"` }, body: items };
}

/** An error of the directory. */
export function error(status: number, message: string, headers: Record<string, string> = {}): Response {
  return { status, headers: { 'x-request-id': 'request-1', ...headers }, body: { error: true, message } };
}
