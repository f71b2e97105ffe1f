import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Stands between an import and the database, and cuts connections when a commit has come through. */
export class CuttingProxy {
  private readonly sockets = new Set<Socket>();
  private commits = 0;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  /**
   * @param commit the number of the commit whose answer is lost
   * @param cuts the connection that asked for it, or all
   */
  static async before(database: string, commit: number, cuts: 'one' | 'all'): Promise<CuttingProxy> {
    const { hostname, port } = new URL(database);
    const server = createServer((client) => {
      const upstream = connect(Number(port), hostname);
      let isCut = false;
      client.on('data', (bytes) => {
        isCut ||= bytes.includes('COMMIT\0') && ++proxy.commits === commit;
        upstream.write(bytes);
      });
      upstream.on('data', (bytes) => {
        if (!isCut) client.write(bytes);
        else if (cuts === 'one') client.destroy();
        else proxy.cutAll();
      });
      for (const [socket, other] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        proxy.sockets.add(socket);
        socket.on('error', () => {}).on('close', () => other.destroy());
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = new URL(database);
    url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const proxy = new CuttingProxy(server, url.href);
    return proxy;
  }

  async close(): Promise<void> {
    this.cutAll();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private cutAll(): void {
    for (const socket of this.sockets) socket.destroy();
  }
}
