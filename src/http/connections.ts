import { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as Listener, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const LOOK_MS = 50;
/** How long a client that keeps its connection may be just sending its next request. */
const LAST_REQUEST_MS = 500;

/** Has a server close each connection behind its next answer; what is pipelined there gets none (RFC 9112, 9.6). */
export function closeBehindAnswers(server: Server): void {
  for (const event of ['request', 'checkContinue', 'checkExpectation'])
    server.prependListener(event, lastOnItsConnection);
}

function lastOnItsConnection(_: IncomingMessage, response: ServerResponse): void {
  response.shouldKeepAlive = false;
}

/** The connections of a server, for an end that cuts no request short. */
export class Connections {
  private readonly open = new Set<Socket>();

  /** To be made before the server listens. */
  constructor(private readonly server: Server) {
    server.on('connection', (socket) => {
      this.open.add(socket);
      socket.once('close', () => this.open.delete(socket));
    });
  }

  /**
   * Takes no connection any more, lets those that are there come to their end, and returns when there is none.
   * @param ms after which those that are left are cut.
   * @param now cuts them earlier.
   */
  async end(ms: number, now: AbortSignal): Promise<void> {
    closeBehindAnswers(this.server);
    // The HTTP server's own `close` would cut off a client that is just sending, so that its request is lost.
    Listener.prototype.close.call(this.server);

    const start = performance.now();
    for (let passed = 0; this.open.size > 0; passed = performance.now() - start) {
      if (passed >= ms || now.aborted) this.cut(this.open);
      else if (passed >= LAST_REQUEST_MS) this.cutIdle();
      await pause(LOOK_MS);
    }
  }

  private cutIdle(): void {
    this.server.closeIdleConnections();
    // Node does not count as idle those on which no request was ever begun.
    this.cut([...this.open].filter((socket) => socket.bytesRead === 0));
  }

  private cut(sockets: Iterable<Socket>): void {
    for (const socket of sockets) socket.destroy();
  }
}
