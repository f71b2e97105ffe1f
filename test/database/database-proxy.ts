import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands between a program and its database. What goes through is up to its kind. */
export abstract class DatabaseProxy {
  private readonly sockets = new Set<Socket>();
  private readonly server = createServer();
  /** The database, by way of this. */
  url!: string;

  async close(): Promise<void> {
    this.cutAll();
    await new Promise((resolve) => this.server.close(resolve));
  }

  protected async standBefore(database: string): Promise<this> {
    const url = new URL(database);
    const { hostname, port } = url;
    this.server.on('connection', (client) => this.join(client, connect(Number(port), hostname)));
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
    url.host = `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    this.url = url.href;
    return this;
  }

  /** Has what comes from each go to the other. */
  protected abstract pass(client: Socket, upstream: Socket): void;

  protected cutAll(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  private join(client: Socket, upstream: Socket): void {
    this.pass(client, upstream);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => other.destroy());
    }
  }
}
