import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Stands between a server and its database, and holds back the answer to one statement. */
export class StallingProxy {
  private readonly sockets = new Set<Socket>();
  private next: Stall | undefined;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async before(database: string): Promise<StallingProxy> {
    const { hostname, port } = new URL(database);
    const server = createServer((client) => proxy.pass(client, connect(Number(port), hostname)));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = new URL(database);
    url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const proxy = new StallingProxy(server, url.href);
    return proxy;
  }

  /** Holds back the answer to the next run of the statement that has this name. */
  stall(statement: string): Stall {
    return (this.next = new Stall(statement));
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private pass(client: Socket, upstream: Socket): void {
    let stall: Stall | undefined;
    client.on('data', (bytes) => {
      if (this.next?.isOf(bytes)) {
        stall = this.next;
        this.next = undefined;
      }
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (stall === undefined) client.write(bytes);
      else stall.hold(() => client.write(bytes));
    });
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => other.destroy());
    }
  }
}

/** An answer that is held back. */
class Stall {
  private held: (() => void)[] | undefined = [];
  private tell!: () => void;
  /** Resolves when the database has answered. */
  readonly answered = new Promise<void>((resolve) => (this.tell = resolve));

  constructor(private readonly statement: string) {}

  /** Lets the answer through. */
  release(): void {
    this.held?.forEach((send) => send());
    this.held = undefined;
  }

  isOf(bytes: Buffer): boolean {
    // As it stands where a prepared statement is run.
    return bytes.includes(`\0${this.statement}\0`);
  }

  hold(send: () => void): void {
    if (this.held === undefined) return send();
    this.held.push(send);
    this.tell();
  }
}
