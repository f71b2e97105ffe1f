import { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as Listener, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { SharedPort } from './shared-port.js';

const POLL_MS = 50;
/** Milliseconds in which a client that keeps its connection may be about to send its next request. */
const LAST_REQUEST_MS = 500;

/** Makes a server close each connection after its next response. Later pipelined requests get none (RFC 9112, 9.6). */
export function closeAfterResponse(server: Server): void {
  for (const event of ['request', 'checkContinue', 'checkExpectation'])
    server.prependListener(event, closeItsConnection);
}

function closeItsConnection(_: IncomingMessage, response: ServerResponse): void {
  response.shouldKeepAlive = false;
}

/** The connections of a server, for a shutdown that cuts no request short. */
export class Connections {
  private readonly open = new Set<Socket>();
  private readonly servers: readonly Server[];

  /** Must be created before the server listens. */
  constructor(private readonly listener: Server | SharedPort) {
    this.servers = listener instanceof SharedPort ? listener.servers : [listener];
    listener.on('connection', (socket: Socket) => {
      this.open.add(socket);
      socket.once('close', () => this.open.delete(socket));
    });
  }

  /**
   * Accepts no more connections, waits until those that are open have got their responses, and returns when there is
   * none.
   * @param ms after which those that are left are destroyed.
   * @param now destroys them earlier.
   */
  async end(ms: number, now: AbortSignal): Promise<void> {
    for (const server of this.servers) closeAfterResponse(server);
    this.stopListening();

    const start = performance.now();
    for (let passed = 0; this.open.size > 0; passed = performance.now() - start) {
      if (passed >= ms || now.aborted) this.destroy(this.open);
      else if (passed >= LAST_REQUEST_MS) this.destroyIdle();
      await pause(POLL_MS);
    }
  }

  /**
   * The `close` of an HTTP server destroys idle connections, and so the request that a client is just sending; that of
   * the class which it extends does not.
   */
  private stopListening(): void {
    Listener.prototype.close.call(this.listener);
    if (this.listener.listening) this.listener.close();
  }

  private destroyIdle(): void {
    for (const server of this.servers) server.closeIdleConnections();
    // Node does not count connections as idle that never had a request.
    this.destroy([...this.open].filter((socket) => socket.bytesRead === 0));
  }

  private destroy(sockets: Iterable<Socket>): void {
    for (const socket of sockets) socket.destroy();
  }
}
