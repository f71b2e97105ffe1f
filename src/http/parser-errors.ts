import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import { type Socket } from 'node:net';
import { type TLSSocket } from 'node:tls';
import { COMMON_HEADERS, type PreparedResponse } from './prepared-response.js';
import { badRequestResponse, errorResponse } from './errors.js';
import { RequestContext, generateRequestId } from './request-context.js';
import { formatHeaders } from './response-head.js';
import { HSTS } from './https-only.js';
import { type ResponseObserver } from './response-observer.js';

const STATUS_BY_CODE: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Milliseconds that a client may take to hear of its refusal, and to close its end of the connection. */
const LINGER_MS = 10_000;
/** Connections on which earlier requests are answered before the refusal. */
const waiting = new WeakSet<Socket>();

/**
 * Answers what Node's HTTP parser refuses before there is a request, behind the answers to the requests before it. The
 * connection ends with the answer: what comes behind it on the same connection is neither answered nor told.
 */
export function handleParserErrors(server: Server, observer: () => ResponseObserver): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET') return socket.destroy();
    if (!waiting.has(socket)) refuseBehindAnswers(observer, socket, STATUS_BY_CODE[error.code ?? ''] ?? 400);
  });
  server.on('connect', (_: IncomingMessage, socket: Socket) => {
    // Node looks after it no longer.
    socket.on('error', () => socket.destroy());
    socket.resume();
    refuseBehindAnswers(observer, socket, 404);
  });
}

function refuseBehindAnswers(observer: () => ResponseObserver, socket: Socket, status: number): void {
  const { _httpMessage: answering, parser } = socket as Parsed;
  if (socket.writable && answering?.req.complete) {
    waiting.add(socket);
    answering.once('close', () => {
      waiting.delete(socket);
      refuseBehindAnswers(observer, socket, status);
    });
  } else if (!socket.writable || answering?.headersSent || isAnswered(parser?.incoming)) {
    // Nothing may be written into the middle of an answer, behind the last, or as a second one.
    socket.destroySoon();
  } else {
    const malformed = badRequestResponse([{ field: 'request', message: 'the request is not valid HTTP' }]);
    const exchange = answering ? RequestContext.of(answering.req) : undefined;
    refuse(observer(), socket, status === 400 ? malformed : errorResponse(status), exchange);
  }
}

/** What Node, without documenting it, knows of a connection: the answer that is sent, and the request that is read. */
type Parsed = Socket & {
  _httpMessage?: ServerResponse | null;
  parser?: { incoming?: IncomingMessage | null };
};

/** True for a request that had its answer before its body came. */
function isAnswered(request: IncomingMessage | null | undefined): boolean {
  return !!request && !request.complete && RequestContext.of(request).response.writableEnded;
}

function refuse(
  observer: ResponseObserver,
  socket: Socket,
  answer: PreparedResponse,
  exchange?: RequestContext,
): void {
  const id = exchange?.id ?? generateRequestId();
  end(socket, answer, id);
  if (exchange === undefined) observer.rejected(id, answer.status);
  else observer.responded(exchange, answer.status);
}

function end(socket: Socket, answer: PreparedResponse, id: string): void {
  const own = formatHeaders([
    'X-Request-Id',
    id,
    ...((socket as TLSSocket).encrypted ? HSTS : []),
    'Content-Length',
    String(answer.body.length),
    'Connection',
    'close',
  ]);
  const start = `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\n`;
  socket.setTimeout(LINGER_MS, () => socket.destroy());
  socket.end(`${start}${answer.headersFor('plain', COMMON_HEADERS)}${own}\r\n${answer.body.toString()}`);
}
