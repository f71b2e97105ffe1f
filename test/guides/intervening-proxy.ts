import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { sendRequest } from '../client/http-client.js';

/** What happens before a request goes on; what it returns is answered in place of the directory. */
type Intervene = (count: number) => Promise<{ status: number; headers: Record<string, string> } | void>;

/** A proxy between a client and the directory, which runs an action at a known request of a walk. */
export class InterveningProxy {
  private intervene: Intervene = () => Promise.resolve();
  private count = 0;
  /** The status of each answer of the directory. */
  readonly statuses: number[] = [];

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async before(port: number): Promise<InterveningProxy> {
    const server = createServer((request, response) => {
      void (async () => {
        const instead = await proxy.intervene(++proxy.count);
        if (instead) return response.writeHead(instead.status, instead.headers).end('{"error":true}');
        const reply = await sendRequest(port, request.method!, request.url!, {
          headers: request.headers as Record<string, string>,
          ...(request.method === 'POST' && { body: await buffer(request) }),
        });
        proxy.statuses.push(reply.status);
        return response.writeHead(reply.status, reply.headers).end(reply.bytes);
      })();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const proxy = new InterveningProxy(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return proxy;
  }

  /** @param intervene is called with the number of the request; the next one is 1. */
  from(intervene: Intervene): void {
    this.count = 0;
    this.statuses.length = 0;
    this.intervene = intervene;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
