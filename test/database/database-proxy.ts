import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy between a program and its database. Its subclasses say what they forward. */
export abstract class DatabaseProxy {
  private readonly sockets = new Set<Socket>();
  private readonly server = createServer();
  /** The address of the database, by way of the proxy. */
  url!: string;
  /** Connections that were ever opened. */
  opened = 0;

  /** Connections that are open now. */
  get open(): number {
    return this.sockets.size / 2;
  }

  async close(): Promise<void> {
    this.destroyAll();
    await new Promise((resolve) => this.server.close(resolve));
  }

  protected async listenBefore(database: string): Promise<this> {
    const url = new URL(database);
    const { hostname, port } = url;
    this.server.on('connection', (client) => this.join(client, connect(Number(port), hostname)));
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
    url.host = `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    this.url = url.href;
    return this;
  }

  /** Forwards what each side sends to the other. */
  protected abstract forward(client: Socket, upstream: Socket): void;

  protected destroyAll(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  private join(client: Socket, upstream: Socket): void {
    this.opened++;
    this.forward(client, upstream);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.sockets.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => {
          this.sockets.delete(socket);
          other.destroy();
        });
    }
  }
}
