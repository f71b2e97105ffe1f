import { Inject, Injectable } from '@nestjs/common';
import Negotiator from 'negotiator';
import { CONFIG, type Config } from '../config.js';
import { ExchangeLog } from '../monitoring/exchange-log.js';
import { type Answer } from './answer.js';
import { corsFields } from './cors.js';
import { type Exchange } from './exchange.js';
import { isSecure } from './https-only.js';

const HSTS = ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'];
const ALWAYS = ['X-Content-Type-Options', 'nosniff', 'Referrer-Policy', 'no-referrer'];

/** Writes every answer, those from memory and those from Nest alike, and tells the log. */
@Injectable()
export class Sender {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly log: ExchangeLog,
  ) {}

  send(exchange: Exchange, answer: Answer): void {
    const { headers } = exchange.request;
    if (answer.etag !== undefined && headers['if-none-match'] !== undefined) {
      if (matches(headers['if-none-match'], answer.etag)) return this.write(exchange, answer, 304);
    }
    if (
      answer.packable &&
      headers['accept-encoding'] !== undefined &&
      takesGzip(headers['accept-encoding'])
    ) {
      if (answer.packed) return this.write(exchange, answer, answer.status, answer.packed, 'gzip');
      answer.pack().then(
        (packed) => this.write(exchange, answer, answer.status, packed, 'gzip'),
        () => this.write(exchange, answer, answer.status, answer.body),
      );
      return;
    }
    this.write(exchange, answer, answer.status, answer.body);
  }

  private write(exchange: Exchange, answer: Answer, status: number, body?: Buffer, encoding?: string): void {
    const { request, response } = exchange;
    if (response.headersSent || response.destroyed) return;
    const fields = [...answer.fields, 'Content-Security-Policy', answer.policy, ...this.common(exchange)];
    if (answer.etag !== undefined) fields.push('ETag', answer.etag);
    if (body !== undefined && status !== 204) {
      fields.push('Content-Length', String(body.length));
      if (encoding !== undefined) fields.push('Content-Encoding', encoding);
    }
    response.writeHead(status, fields);
    response.end(request.method === 'HEAD' || status === 204 ? undefined : body);
    this.log.answered(exchange, status);
  }

  /** The fields that stand on every answer. */
  private common(exchange: Exchange): string[] {
    return [
      ...ALWAYS,
      'Vary',
      this.config.corsOrigins.length > 0 ? 'Accept-Encoding, Origin' : 'Accept-Encoding',
      'X-Request-Id',
      exchange.id,
      ...(isSecure(exchange.request, this.config) ? HSTS : []),
      ...corsFields(exchange.request, this.config),
      ...exchange.fields,
    ];
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
