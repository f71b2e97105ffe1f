import { type Server as HttpServer } from 'node:http';
import { Server, type Socket } from 'node:net';

/** The first byte of a TLS connection. */
const HANDSHAKE = 0x16;

/**
 * Listens for HTTPS and plain HTTP on one port: the first byte of a connection shows which it is. The connection is then
 * injected into the server for it, as Node documents for the event `connection`.
 */
export class SharedPort extends Server {
  /** The servers that the connections are given to; they do not listen themselves. */
  readonly servers: readonly HttpServer[];

  /** @param limits milliseconds. */
  constructor(
    private readonly secure: HttpServer,
    private readonly plain: HttpServer,
    private readonly limits: { headersTimeout: number; keepAliveTimeout: number },
  ) {
    super({ noDelay: true });
    this.servers = [secure, plain];
    for (const server of this.servers) watchConnections(server, limits.keepAliveTimeout);
    this.on('connection', (socket) => this.inject(socket));
    this.on('close', () => {
      for (const server of this.servers) server.close();
    });
  }

  closeIdleConnections(): void {
    for (const server of this.servers) server.closeIdleConnections();
  }

  closeAllConnections(): void {
    for (const server of this.servers) server.closeAllConnections();
  }

  /** Like `close` of an HTTP server, closes idle connections. */
  override close(callback?: (error?: Error) => void): this {
    this.closeIdleConnections();
    return super.close(callback);
  }

  private inject(socket: Socket): void {
    const destroy = () => socket.destroy();
    // A busy server may not have read data that arrived in time: it is read before the immediate.
    const destroyUnread = () => setImmediate(() => socket.bytesRead > 0 || destroy());
    socket.once('error', destroy);
    socket.setTimeout(this.limits.headersTimeout, destroyUnread);
    socket.once('data', (start: Buffer) => {
      socket.setTimeout(0);
      socket.removeListener('timeout', destroyUnread);
      socket.pause();
      socket.unshift(start);
      const server = start[0] === HANDSHAKE ? this.secure : this.plain;
      server.emit('connection', socket);
      process.nextTick(() => socket.resume());
    });
  }
}

/**
 * Has a server that does not listen enforce its timeouts for headers and requests. Node begins to when it hears that it
 * listens, which is not documented; where it has no ear for that, silent connections are closed after `idleTimeout`
 * milliseconds instead.
 */
export function watchConnections(server: HttpServer, idleTimeout: number): void {
  if (server.listenerCount('listening') > 0) server.emit('listening');
  else server.setTimeout(idleTimeout);
}
