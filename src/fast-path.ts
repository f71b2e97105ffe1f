import { type IncomingMessage, type ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { ApiKeyAuthenticator } from './api-keys/api-key-authenticator.js';
import { RateLimiter } from './api-keys/rate-limiter.js';
import { CONFIG, type Config } from './config/config.js';
import { ConcurrencyLimiter } from './http/concurrency-limiter.js';
import { errorResponse } from './http/errors.js';
import { rejectInvalidHost } from './http/host-header.js';
import { isExempt, isSecure } from './http/https-only.js';
import { type CachedPage, PageCache } from './http/page-cache.js';
import { type PreparedResponse } from './http/prepared-response.js';
import { RequestContext } from './http/request-context.js';
import { originForm } from './http/request-target.js';
import { ResponseWriter } from './http/response-writer.js';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * The first listener of every request. It sends a cached page to a client with a known key; every other request goes on
 * into Express and Nest.
 */
@Injectable()
export class FastPath {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly authenticator: ApiKeyAuthenticator,
    private readonly rateLimiter: RateLimiter,
    private readonly pages: PageCache,
    private readonly concurrency: ConcurrencyLimiter,
    private readonly writer: ResponseWriter,
  ) {}

  /** The listener for a server; `next` gets the requests that it does not respond to. */
  listener(next: Listener): Listener {
    return (request, response) => {
      request.url = originForm(request.url!);
      const context = new RequestContext(request, response);
      // Node's parser loses what came in one packet with such a request.
      if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false;
      const rejection = this.rejectionOf(context);
      if (rejection !== undefined) return this.writer.send(context, rejection);
      if (this.sendFromCache(context)) return;
      if (!isExempt(context.path)) {
        // `ResponseWriter` releases it with the response, which a client that has gone never gets.
        response.once('close', () => this.concurrency.release(context));
        const admitted = this.concurrency.acquire(context);
        if (admitted !== true) return void admitted.then((is) => this.afterWaiting(context, is, next));
      }
      next(request, response);
    };
  }

  private afterWaiting(context: RequestContext, admitted: boolean, next: Listener): void {
    if (!admitted) return this.writer.send(context, errorResponse(503));
    // The page may have been cached while the request waited.
    if (!this.sendFromCache(context)) next(context.request, context.response);
  }

  private rejectionOf(context: RequestContext): PreparedResponse | undefined {
    const { request } = context;
    if (this.config.httpsOnly && !isSecure(request, this.config) && !isExempt(context.path)) {
      return errorResponse(403);
    }
    return rejectInvalidHost(request);
  }

  /** @returns false where the page is not cached, or the key is not known. */
  private sendFromCache(context: RequestContext): boolean {
    const { method, url, headers } = context.request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    // Whether its chunks are valid HTTP is not known yet.
    if (headers['transfer-encoding'] !== undefined) return false;
    const page = this.pages.get(url!);
    const version = this.pages.directoryVersion;
    if (page === undefined || !this.authenticator.authenticateFromCache(context)) return false;
    const counting = this.rateLimiter.consume(context);
    if (counting === undefined) this.sendPage(context, page, version);
    else {
      counting.then(
        (allowed) =>
          allowed ? this.sendPage(context, page, version) : this.writer.send(context, errorResponse(429)),
        () => this.writer.send(context, errorResponse(503)),
      );
    }
    return true;
  }

  private sendPage(context: RequestContext, page: CachedPage, version: number | undefined): void {
    context.source = 'memory';
    context.cachedRoute = page.route;
    context.directoryVersion = version;
    this.writer.send(context, page.response);
    this.pages.noteRequest(page);
  }
}
