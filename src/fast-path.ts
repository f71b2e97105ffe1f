import { type IncomingMessage, type ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { ApiKeyAuthenticator } from './api-keys/api-key-authenticator.js';
import { RateLimiter } from './api-keys/rate-limiter.js';
import { CONFIG, type Config } from './config/config.js';
import { type PreparedResponse } from './http/prepared-response.js';
import { errorResponse } from './http/errors.js';
import { RequestContext } from './http/request-context.js';
import { rejectInvalidHost } from './http/host-header.js';
import { isExempt, isSecure } from './http/https-only.js';
import { PageCache } from './http/page-cache.js';
import { ConcurrencyLimiter } from './http/concurrency-limiter.js';
import { originForm } from './http/request-target.js';
import { ResponseWriter } from './http/response-writer.js';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Where every request comes in. A page that is held, asked for with a key that is known, goes out from here;
 * everything else goes on into Express and Nest.
 */
@Injectable()
export class FastPath {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly keys: ApiKeyAuthenticator,
    private readonly limits: RateLimiter,
    private readonly pages: PageCache,
    private readonly places: ConcurrencyLimiter,
    private readonly sender: ResponseWriter,
  ) {}

  /** The listener for a server whose other requests are for `further`. */
  listener(further: Listener): Listener {
    return (request, response) => {
      request.url = originForm(request.url!);
      const exchange = new RequestContext(request, response);
      // Node's parser loses what came in one packet with it.
      if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false;
      const refusal = this.refusalOf(exchange);
      if (refusal !== undefined) return this.sender.send(exchange, refusal);
      if (this.answerFromMemory(exchange)) return;
      if (!isExempt(exchange.path)) {
        // `ResponseWriter` releases it with the response, which a client that has gone never gets.
        response.once('close', () => this.places.release(exchange));
        const admitted = this.places.acquire(exchange);
        if (admitted !== true) return void admitted.then((is) => this.afterWaiting(exchange, is, further));
      }
      further(request, response);
    };
  }

  private afterWaiting(exchange: RequestContext, admitted: boolean, further: Listener): void {
    if (!admitted) return this.sender.send(exchange, errorResponse(503));
    // The page may have been cached while the request waited.
    if (!this.answerFromMemory(exchange)) further(exchange.request, exchange.response);
  }

  private refusalOf(exchange: RequestContext): PreparedResponse | undefined {
    const { request } = exchange;
    if (this.config.httpsOnly && !isSecure(request, this.config) && !isExempt(exchange.path)) {
      return errorResponse(403);
    }
    return rejectInvalidHost(request);
  }

  private answerFromMemory(exchange: RequestContext): boolean {
    const { method, url, headers } = exchange.request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    // Whether its chunks are valid HTTP is not known yet.
    if (headers['transfer-encoding'] !== undefined) return false;
    const page = this.pages.get(url!);
    const version = this.pages.directoryVersion;
    if (page === undefined || !this.keys.authenticateFromCache(exchange)) return false;
    const counting = this.limits.consume(exchange);
    if (counting === undefined) this.sendCached(exchange, page, version);
    else {
      counting.then(
        (allowed) =>
          allowed ? this.sendCached(exchange, page, version) : this.sender.send(exchange, errorResponse(429)),
        () => this.sender.send(exchange, errorResponse(503)),
      );
    }
    return true;
  }

  private sendCached(exchange: RequestContext, page: PreparedResponse, version: number | undefined): void {
    exchange.source = 'memory';
    exchange.directoryVersion = version;
    this.sender.send(exchange, page);
  }
}
