import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import { type Socket } from 'node:net';
import { type TLSSocket } from 'node:tls';
import { badRequestResponse, errorResponse } from './errors.js';
import { HSTS } from './https-only.js';
import { COMMON_HEADERS, type PreparedResponse } from './prepared-response.js';
import { generateRequestId, RequestContext } from './request-context.js';
import { formatHeaders } from './response-head.js';
import { type ResponseObserver } from './response-observer.js';

const STATUS_BY_CODE: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Milliseconds in which a rejected client must read the response and close its end of the connection. */
const LINGER_MS = 10_000;
/** Connections on which earlier requests get their responses before the rejection. */
const waiting = new WeakSet<Socket>();

/**
 * Responds to requests that Node's HTTP parser rejects, after the responses to earlier requests on the connection.
 * The response ends the connection: later bytes are ignored.
 */
export function handleParserErrors(server: Server, observer: () => ResponseObserver): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const { code = '' } = error;
    if (code === 'ECONNRESET') return socket.destroy();
    const reject = () => rejectInOrder(observer, socket, STATUS_BY_CODE[code] ?? 400);
    if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0)
      unlessRequestArrives(server, socket, reject);
    else if (!waiting.has(socket)) reject();
  });
  server.on('connect', (_: IncomingMessage, socket: Socket) => {
    // Node handles neither its errors nor its data any more.
    socket.on('error', () => socket.destroy());
    socket.resume();
    rejectInOrder(observer, socket, 404);
  });
}

/**
 * Runs the action unless a request arrives after all. Node measures `headersTimeout` from the start of a connection, so a
 * busy server may not have read yet what was sent in time. It is read before the immediate, and with the first byte of a
 * request Node's timeout starts again. Empty lines before it are no part of a request: they are timed here.
 */
function unlessRequestArrives(server: Server, socket: Socket, action: () => void): void {
  setImmediate(() => {
    if (socket.bytesRead === 0) return action();
    const timer = setTimeout(() => {
      if (RequestContext.lastOn(socket) === undefined) action();
    }, server.headersTimeout);
    socket.once('close', () => clearTimeout(timer));
  });
}

/** Rejects the current request on a connection, once earlier requests have their responses. */
function rejectInOrder(observer: () => ResponseObserver, socket: Socket, status: number): void {
  const current = RequestContext.currentOn(socket);
  if (socket.writable && current?.request.complete) {
    waiting.add(socket);
    current.response.once('close', () => {
      waiting.delete(socket);
      rejectInOrder(observer, socket, status);
    });
  } else if (
    !socket.writable ||
    current?.response.headersSent ||
    hasEarlyResponse(RequestContext.lastOn(socket))
  ) {
    // Nothing may be written in the middle of a response, after the last one, or as a second response.
    socket.destroySoon();
  } else {
    reject(observer(), socket, status, current);
  }
}

/** True for a request that had its response before its body was received. */
function hasEarlyResponse(last: RequestContext | undefined): boolean {
  return last !== undefined && !last.request.complete && last.response.writableEnded;
}

function reject(observer: ResponseObserver, socket: Socket, status: number, context?: RequestContext): void {
  const malformed = [{ field: 'request', message: 'the request is not valid HTTP' }];
  const response = status === 400 ? badRequestResponse(malformed) : errorResponse(status);
  const id = context?.id ?? generateRequestId();
  end(socket, response, id);
  if (context === undefined) observer.rejected(id, status);
  else observer.responded(context, status);
}

function end(socket: Socket, response: PreparedResponse, id: string): void {
  const own = formatHeaders([
    'X-Request-Id',
    id,
    ...((socket as TLSSocket).encrypted ? HSTS : []),
    'Content-Length',
    String(response.body.length),
    'Connection',
    'close',
  ]);
  const start = `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}\r\n`;
  socket.setTimeout(LINGER_MS, () => socket.destroy());
  socket.end(`${start}${response.headersFor('plain', COMMON_HEADERS)}${own}\r\n${response.body.toString()}`);
}
