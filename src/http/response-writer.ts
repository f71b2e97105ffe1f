import { Inject, Injectable } from '@nestjs/common';
import Negotiator from 'negotiator';
import { CONFIG, type Config } from '../config/config.js';
import { COMMON_HEADERS, type PreparedResponse, type BodyEncoding } from './prepared-response.js';
import { corsFields } from './cors.js';
import { type RequestContext } from './request-context.js';
import { writeHead } from './response-head.js';
import { HSTS, isSecure } from './https-only.js';
import { ConcurrencyLimiter } from './concurrency-limiter.js';
import { ResponseObserver } from './response-observer.js';

/** How long a client may read nothing of an answer that it has not read to its end. */
const UNREAD_MS = 30_000;

/** Writes every answer, those from memory and those from Nest alike, and reports each to the observer. */
@Injectable()
export class ResponseWriter {
  /** The fields that stand on every answer. */
  private readonly common: readonly string[];

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly observer: ResponseObserver,
    private readonly places: ConcurrencyLimiter,
  ) {
    const varying = config.corsOrigins.length > 0 ? 'Accept-Encoding, Origin' : 'Accept-Encoding';
    this.common = [...COMMON_HEADERS, 'Vary', varying];
  }

  send(exchange: RequestContext, answer: PreparedResponse): void {
    const { headers } = exchange.request;
    const condition = headers['if-none-match'];
    if (answer.etag !== undefined && condition !== undefined && matches(condition, answer.etag)) {
      return this.write(exchange, answer, 'none', 304);
    }
    const accepted = headers['accept-encoding'];
    if (!answer.compressible || accepted === undefined || !takesGzip(accepted)) {
      return this.write(exchange, answer, 'plain');
    }
    if (answer.gzipBody !== undefined) return this.write(exchange, answer, 'gzip');
    answer.compress().then(
      () => this.write(exchange, answer, 'gzip'),
      () => this.write(exchange, answer, 'plain'),
    );
  }

  private write(
    exchange: RequestContext,
    answer: PreparedResponse,
    content: BodyEncoding,
    status = answer.status,
  ): void {
    const { request, response } = exchange;
    this.places.release(exchange);
    if (response.headersSent || response.destroyed) return;
    const body = status === 204 ? undefined : answer.bodyFor(content);
    const fields = body === undefined ? [] : ['Content-Length', String(body.length)];
    if (isSecure(request, this.config)) fields.push(...HSTS);
    if (request.headers.origin !== undefined) fields.push(...corsFields(request, this.config));
    if (exchange.responseHeaders.length > 0) fields.push(...exchange.responseHeaders);
    const head = answer.headersFor(content, this.common);
    writeHead(response, status, fields, `${head}X-Request-Id: ${exchange.id}\r\n`);
    response.end(request.method === 'HEAD' ? undefined : body);
    // The client may never read it all. A timer for who does would cost a tenth of the time of a request.
    if (!response.writableFinished) request.socket.setTimeout(UNREAD_MS);
    this.observer.responded(exchange, status);
  }
}

/** Weak comparison, as RFC 9110 asks of `If-None-Match`. */
function matches(condition: string, etag: string): boolean {
  if (condition === etag || condition.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  const listed: string[] = condition.match(/"[^"]*"/g) ?? [];
  return listed.includes(opaque);
}

/** Few clients are of many minds: what they accept is worked out once. */
const known = new Map<string, boolean>();

function takesGzip(accepted: string): boolean {
  let takes = known.get(accepted);
  if (takes === undefined) {
    takes =
      new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings(['gzip', 'identity'])[0] ===
      'gzip';
    if (known.size < 1000) known.set(accepted, takes);
  }
  return takes;
}
