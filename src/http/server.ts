import { createServer as createPlainServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type Server as Listener } from 'node:net';
import { type Config } from '../config/config.js';
import { closeAfterResponse } from './connections.js';
import { type MessageClasses } from './express-messages.js';
import { handleParserErrors } from './parser-errors.js';
import { ReloadingCertificate } from './reloading-certificate.js';
import { type ResponseObserver } from './response-observer.js';
import { SharedPort } from './shared-port.js';

/** Sizes in bytes, times in milliseconds. */
const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  handshakeTimeout: 10_000,
  /** Longer than that of the usual load balancer, so that this end never closes first. */
  keepAliveTimeout: 72_000,
  connectionsCheckingInterval: 1000,
  /** `rejectInvalidHost` says it in JSON. */
  requireHostHeader: false,
};

/**
 * A server for HTTP, or for HTTPS where the settings name a certificate. On the port for HTTPS plain HTTP is rejected by
 * a response too, and health may be asked without TLS.
 */
export function createServer(
  { tls }: Config,
  messages: Partial<MessageClasses>,
  listener: RequestListener,
  observer: () => ResponseObserver,
): Listener {
  const options = { ...LIMITS, ...messages };
  const plain = prepare(createPlainServer(options), listener, observer);
  if (tls === undefined) return plain;
  const certificate = new ReloadingCertificate(tls);
  const secure = prepare(createTlsServer({ ...options, ...certificate.read() }), listener, observer);
  certificate.watch((pair) => secure.setSecureContext(pair));
  // A failed handshake leaves nothing to respond on.
  secure.on('tlsClientError', (_, socket) => socket.destroy());
  closeAfterResponse(plain);
  const port = new SharedPort(secure, plain, LIMITS);
  port.on('close', () => certificate.unwatch());
  return port;
}

function prepare<T extends Server>(
  server: T,
  listener: RequestListener,
  observer: () => ResponseObserver,
): T {
  server.on('request', listener);
  // A client that sent `Expect: 100-continue` may send its body once the body is wanted.
  server.on('checkContinue', listener);
  server.on('checkExpectation', listener);
  // The size of the head is limited instead. Node would drop fields over its limit, and so a key after many others.
  server.maxHeadersCount = 0;
  handleParserErrors(server, observer);
  return server;
}
