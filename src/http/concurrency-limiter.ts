import { Injectable } from '@nestjs/common';
import { type RequestContext } from './request-context.js';

/** Requests that Nest works on at once; the pool has a tenth of that to offer, and the rest wait their turn. */
const MOST = 256;

/** The places inside. Who waits for a client, to read its answer or to send its body, takes none. */
@Injectable()
export class ConcurrencyLimiter {
  private readonly taken = new Set<RequestContext>();

  /** @returns false when all are taken. */
  acquire(exchange: RequestContext): boolean {
    if (this.taken.size >= MOST || exchange.response.destroyed) return false;
    this.taken.add(exchange);
    return true;
  }

  /** How many are taken. */
  get count(): number {
    return this.taken.size;
  }

  release(exchange: RequestContext): void {
    this.taken.delete(exchange);
  }
}
