import { type IncomingMessage, type ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { ApiKeyCheck } from '../api-keys/api-key-check.js';
import { RateLimits } from '../api-keys/rate-limits.js';
import { CONFIG, type Config } from '../config/config.js';
import { type Answer } from './answer.js';
import { errorAnswer } from './errors.js';
import { Exchange } from './exchange.js';
import { hostProblem } from './host-field.js';
import { isExempt, isSecure } from './https-only.js';
import { PageCache } from './page-cache.js';
import { Places } from './places.js';
import { originForm } from './request-target.js';
import { Sender } from './sender.js';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Where every request comes in. A page that is held, asked for with a key that is known, goes out from here;
 * everything else goes on into Express and Nest.
 */
@Injectable()
export class FrontDoor {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly keys: ApiKeyCheck,
    private readonly limits: RateLimits,
    private readonly pages: PageCache,
    private readonly places: Places,
    private readonly sender: Sender,
  ) {}

  /** The listener for a server whose other requests are for `further`. */
  leadingTo(further: Listener): Listener {
    return (request, response) => {
      request.url = originForm(request.url!);
      const exchange = new Exchange(request, response);
      // Node's parser loses what came in one packet with it.
      if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false;
      const refusal = this.refusalOf(exchange);
      if (refusal !== undefined) return this.sender.send(exchange, refusal);
      if (this.answerFromMemory(exchange)) return;
      if (!isExempt(exchange.path)) {
        if (!this.places.take(exchange)) return this.sender.send(exchange, errorAnswer(503));
        // `Sender` frees it with the answer, which nobody waits for any more where the client has gone.
        response.once('close', () => this.places.free(exchange));
      }
      further(request, response);
    };
  }

  private refusalOf(exchange: Exchange): Answer | undefined {
    const { request } = exchange;
    if (this.config.httpsOnly && !isSecure(request, this.config) && !isExempt(exchange.path)) {
      return errorAnswer(403);
    }
    return hostProblem(request);
  }

  private answerFromMemory(exchange: Exchange): boolean {
    const { method, url, headers } = exchange.request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    // Whether its chunks are valid HTTP is not known yet.
    if (headers['transfer-encoding'] !== undefined) return false;
    const page = this.pages.find(url!);
    if (page === undefined || !this.keys.admitKnown(exchange)) return false;
    const counting = this.limits.take(exchange);
    if (counting === undefined) this.sendHeld(exchange, page);
    else {
      counting.then(
        (allowed) => (allowed ? this.sendHeld(exchange, page) : this.sender.send(exchange, errorAnswer(429))),
        () => this.sender.send(exchange, errorAnswer(503)),
      );
    }
    return true;
  }

  private sendHeld(exchange: Exchange, page: Answer): void {
    exchange.source = 'memory';
    this.sender.send(exchange, page);
  }
}
