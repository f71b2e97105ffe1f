import { createServer as createPlainServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type Socket } from 'node:net';
import { type Config } from '../config/config.js';
import { ReloadingCertificate } from './reloading-certificate.js';
import { closeBehindAnswers } from './connections.js';
import { type MessageClasses } from './express-messages.js';
import { handleParserErrors } from './parser-errors.js';
import { type ResponseObserver } from './response-observer.js';

const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  handshakeTimeout: 10_000,
  /** Longer than that of the usual load balancer, so that this end never closes first. */
  keepAliveTimeout: 72_000,
  connectionsCheckingInterval: 1000,
  /** The front door says it in JSON. */
  requireHostHeader: false,
};
/** The first byte of a TLS connection. */
const HANDSHAKE = 0x16;

/** A server for HTTP, or for HTTPS where the settings name a certificate; with the limits that hold for both. */
export function createServer(
  { tls }: Config,
  messages: MessageClasses,
  listener: RequestListener,
  observer: () => ResponseObserver,
): Server {
  const options = { ...LIMITS, ...messages };
  const plain = prepare(createPlainServer(options), listener, observer);
  if (tls === undefined) return plain;
  const certificate = new ReloadingCertificate(tls);
  const secure = prepare(createTlsServer({ ...options, ...certificate.read() }), listener, observer);
  certificate.watch((pair) => secure.setSecureContext(pair));
  // Nothing can be answered there.
  secure.on('tlsClientError', (_, socket) => socket.destroy());
  secure.on('close', () => {
    certificate.unwatch();
    plain.close();
  });
  // Plain HTTP on the same port must hear that it is refused, and health may be asked without TLS.
  closeBehindAnswers(plain);
  // It never listens itself, so it must be told to look after its connections.
  plain.emit('listening');
  const [handshake] = secure.listeners('connection') as ((socket: Socket) => void)[];
  secure.removeAllListeners('connection');
  secure.on('connection', (socket: Socket) => {
    socket.once('error', () => socket.destroy());
    socket.setTimeout(LIMITS.headersTimeout, () => socket.destroy());
    socket.once('data', (start: Buffer) => {
      socket.setTimeout(0);
      socket.pause();
      socket.unshift(start);
      if (start[0] === HANDSHAKE) handshake!.call(secure, socket);
      else plain.emit('connection', socket);
      process.nextTick(() => socket.resume());
    });
  });
  return secure;
}

function prepare<T extends Server>(
  server: T,
  listener: RequestListener,
  observer: () => ResponseObserver,
): T {
  server.on('request', listener);
  // Whoever waits for leave to send a body gets it when the body is wanted.
  server.on('checkContinue', listener);
  server.on('checkExpectation', listener);
  // Their size is bounded; a key behind many others must not be overlooked.
  server.maxHeadersCount = 0;
  handleParserErrors(server, observer);
  return server;
}
