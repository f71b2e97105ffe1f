import { Inject, Injectable } from '@nestjs/common';
import Negotiator from 'negotiator';
import { CONFIG, type Config } from '../config/config.js';
import { ExchangeLog } from '../monitoring/exchange-log.js';
import { ALWAYS, type Answer, type Content } from './answer.js';
import { corsFields } from './cors.js';
import { type Exchange } from './exchange.js';
import { writeHead } from './head.js';
import { HSTS, isSecure } from './https-only.js';
import { Places } from './places.js';

/** How long a client may read nothing of an answer that it has not read to its end. */
const UNREAD_MS = 30_000;

/** Writes every answer, those from memory and those from Nest alike, and tells the log. */
@Injectable()
export class Sender {
  /** The fields that stand on every answer. */
  private readonly common: readonly string[];

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly log: ExchangeLog,
    private readonly places: Places,
  ) {
    const varying = config.corsOrigins.length > 0 ? 'Accept-Encoding, Origin' : 'Accept-Encoding';
    this.common = [...ALWAYS, 'Vary', varying];
  }

  send(exchange: Exchange, answer: Answer): void {
    const { headers } = exchange.request;
    const condition = headers['if-none-match'];
    if (answer.etag !== undefined && condition !== undefined && matches(condition, answer.etag)) {
      return this.write(exchange, answer, 'none', 304);
    }
    const accepted = headers['accept-encoding'];
    if (!answer.packable || accepted === undefined || !takesGzip(accepted)) {
      return this.write(exchange, answer, 'plain');
    }
    if (answer.packed !== undefined) return this.write(exchange, answer, 'gzip');
    answer.pack().then(
      () => this.write(exchange, answer, 'gzip'),
      () => this.write(exchange, answer, 'plain'),
    );
  }

  private write(exchange: Exchange, answer: Answer, content: Content, status = answer.status): void {
    const { request, response } = exchange;
    this.places.free(exchange);
    if (response.headersSent || response.destroyed) return;
    const body = status === 204 ? undefined : answer.bodyOf(content);
    const fields = body === undefined ? [] : ['Content-Length', String(body.length)];
    if (isSecure(request, this.config)) fields.push(...HSTS);
    if (request.headers.origin !== undefined) fields.push(...corsFields(request, this.config));
    if (exchange.fields.length > 0) fields.push(...exchange.fields);
    const head = answer.headOf(content, this.common);
    writeHead(response, status, fields, `${head}X-Request-Id: ${exchange.id}\r\n`);
    response.end(request.method === 'HEAD' ? undefined : body);
    // The client may never read it all. A timer for who does would cost a tenth of the time of a request.
    if (!response.writableFinished) request.socket.setTimeout(UNREAD_MS);
    this.log.answered(exchange, status);
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
