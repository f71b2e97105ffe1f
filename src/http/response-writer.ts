import { type ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { type Response } from 'express';
import Negotiator from 'negotiator';
import { CONFIG, type Config } from '../config/config.js';
import { ConcurrencyLimiter } from './concurrency-limiter.js';
import { corsFields } from './cors.js';
import { HSTS, isSecure } from './https-only.js';
import {
  type BodyEncoding,
  COMMON_HEADERS,
  DEFAULT_CONTENT_SECURITY_POLICY,
  PreparedResponse,
} from './prepared-response.js';
import { RequestContext } from './request-context.js';
import { writeHead } from './response-head.js';
import { ResponseObserver } from './response-observer.js';

/** Milliseconds in which a client must read something of a response before its connection is closed. */
const READ_TIMEOUT_MS = 30_000;

const TEXT = 'text/html; charset=utf-8';
const BYTES = 'application/octet-stream';
/** Fields that follow from the body that is sent. */
const BODY_FIELDS = new Set(['content-length', 'transfer-encoding']);

/**
 * Writes every response: prepared ones, from memory and from Nest alike, and what handlers send through Express. Each has
 * the common header fields and is reported to the observer.
 */
@Injectable()
export class ResponseWriter {
  /** The header fields of every response. */
  private readonly common: readonly string[];

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly observer: ResponseObserver,
    private readonly limiter: ConcurrencyLimiter,
  ) {
    const varying = config.corsOrigins.length > 0 ? 'Accept-Encoding, Origin' : 'Accept-Encoding';
    this.common = [...COMMON_HEADERS, 'Vary', varying];
  }

  /** Sends a response: 304 or gzip where the request asks for it. */
  send(context: RequestContext, prepared: PreparedResponse): void {
    const { headers } = context.request;
    const condition = headers['if-none-match'];
    if (prepared.etag !== undefined && condition !== undefined && matches(condition, prepared.etag)) {
      return this.write(context, prepared, 'none', 304);
    }
    const accepted = headers['accept-encoding'];
    if (!prepared.compressible || accepted === undefined || !acceptsGzip(accepted)) {
      return this.write(context, prepared, 'plain');
    }
    if (prepared.gzipBody !== undefined) return this.write(context, prepared, 'gzip');
    prepared.compress().then(
      () => this.write(context, prepared, 'gzip'),
      () => this.write(context, prepared, 'plain'),
    );
  }

  /**
   * As `send`, for a request that went through Nest: of the fields that were set on the response before, those go out
   * too that the prepared response does not have itself. A response that has begun already is cut off.
   */
  reply(context: RequestContext, prepared: PreparedResponse): void {
    const { response } = context;
    if (response.headersSent) return void (response.writableEnded || response.destroy());
    for (const name of response.getHeaderNames()) {
      if (BODY_FIELDS.has(name) || prepared.hasHeader(name) || this.isCommon(name))
        response.removeHeader(name);
    }
    this.send(context, prepared);
  }

  /** Sends a body with the status and the fields that a handler has set on the response. */
  sendBody(response: Response, body: string | Uint8Array | undefined): void {
    if (body !== undefined && !response.hasHeader('Content-Type'))
      response.setHeader('Content-Type', typeof body === 'string' ? TEXT : BYTES);
    const { statusCode } = response;
    const hasBody = statusCode !== 204 && statusCode !== 205 && statusCode !== 304;
    const isConditional = statusCode === 200 && /^(GET|HEAD)$/.test(response.req.method);
    const fields: string[] = [];
    for (const name of response.getHeaderNames()) {
      if (BODY_FIELDS.has(name) || name === 'content-security-policy' || this.isCommon(name)) continue;
      if ((name === 'content-type' && !hasBody) || (name === 'etag' && isConditional)) continue;
      for (const value of [response.getHeader(name)!].flat()) fields.push(name, String(value));
    }
    const etag = isConditional ? response.getHeader('ETag') : undefined;
    const policy = response.getHeader('Content-Security-Policy') ?? DEFAULT_CONTENT_SECURITY_POLICY;
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    const prepared = new PreparedResponse(
      statusCode,
      fields,
      hasBody ? bytesOf(body) : Buffer.alloc(0),
      etag === undefined ? undefined : String(etag),
      String(policy),
    );
    this.send(RequestContext.of(response.req), prepared);
  }

  /** Adds the common fields to a head that a handler is about to write. The handler's own fields take precedence. */
  completeHead(response: ServerResponse): void {
    const context = RequestContext.of(response.req);
    if (context.isPrepared) return;
    const fields = [
      ...this.common,
      'Content-Security-Policy',
      DEFAULT_CONTENT_SECURITY_POLICY,
      ...this.fieldsOf(context),
      'X-Request-Id',
      context.id,
    ];
    for (let at = 0; at < fields.length; at += 2) {
      const [name, value] = [fields[at]!, fields[at + 1]!];
      if (name === 'Vary') response.appendHeader(name, value);
      else if (!response.hasHeader(name)) response.setHeader(name, value);
    }
    this.limiter.release(context);
    // A stream ends when its last byte is sent, or when the client disconnects.
    response.once('close', () => this.observer.responded(context, response.statusCode));
  }

  private write(
    context: RequestContext,
    prepared: PreparedResponse,
    content: BodyEncoding,
    status = prepared.status,
  ): void {
    const { request, response } = context;
    this.limiter.release(context);
    if (response.headersSent || response.destroyed) return;
    const body = status === 204 ? undefined : prepared.bodyFor(content);
    const fields = body === undefined ? [] : ['Content-Length', String(body.length)];
    if (isSecure(request, this.config)) fields.push(...HSTS);
    if (request.headers.origin !== undefined) fields.push(...corsFields(context, this.config));
    if (context.responseHeaders.length > 0) fields.push(...context.responseHeaders);
    let head = `${prepared.headersFor(content, this.common)}X-Request-Id: ${context.id}\r\n`;
    if (context.directoryVersion !== undefined) {
      head += `Directory-Version: ${context.directoryVersion}\r\n`;
    }
    context.isPrepared = true;
    writeHead(response, status, fields, head);
    response.end(request.method === 'HEAD' ? undefined : body);
    // Only for a response that is not sent yet: a timer for each would cost a tenth of the time of a request.
    if (!response.writableFinished) request.socket.setTimeout(READ_TIMEOUT_MS);
    this.observer.responded(context, status);
  }

  /** The fields that depend on the request. */
  private fieldsOf(context: RequestContext): string[] {
    return [
      ...(isSecure(context.request, this.config) ? HSTS : []),
      ...corsFields(context, this.config),
      ...context.responseHeaders,
    ];
  }

  private isCommon(name: string): boolean {
    return name !== 'vary' && this.common.some((field, at) => at % 2 === 0 && field.toLowerCase() === name);
  }
}

function bytesOf(body: string | Uint8Array | undefined): Buffer {
  if (body === undefined) return Buffer.alloc(0);
  if (typeof body === 'string') return Buffer.from(body);
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}

/** Weak comparison, as RFC 9110 asks of `If-None-Match`. */
function matches(condition: string, etag: string): boolean {
  if (condition === etag || condition.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  const listed: string[] = condition.match(/"[^"]*"/g) ?? [];
  return listed.includes(opaque);
}

/** Parsed `Accept-Encoding` values; clients send few different ones. */
const parsed = new Map<string, boolean>();

function acceptsGzip(accepted: string): boolean {
  let accepts = parsed.get(accepted);
  if (accepts === undefined) {
    const negotiator = new Negotiator({ headers: { 'accept-encoding': accepted } });
    accepts = negotiator.encodings(['gzip', 'identity'])[0] === 'gzip';
    if (parsed.size < 1000) parsed.set(accepted, accepts);
  }
  return accepts;
}
