import { Injectable } from '@nestjs/common';
import { type RequestContext } from './request-context.js';

/** Requests that Nest handles concurrently. The pool has far fewer connections; the others wait for one. */
const MAX_ACTIVE = 256;
/** Requests that wait for others to end, as after a commit that made many cached pages invalid. */
const MAX_WAITING = 2048;
/** As long as a statement may take: long enough for a burst to pass, and shorter than the timeouts of clients. */
const MAX_WAIT_MS = 5_000;

interface Waiting {
  since: number;
  admit: (admitted: boolean) => void;
}

/**
 * Limits concurrent requests; more of them wait in order, for a limited time. A request counts only while the server
 * works on it, not while its client sends the body or reads the response.
 */
@Injectable()
export class ConcurrencyLimiter {
  private readonly active = new Set<RequestContext>();
  private readonly waiting = new Map<RequestContext, Waiting>();
  private timer: NodeJS.Timeout | undefined;

  /** How many requests are handled now. */
  get count(): number {
    return this.active.size;
  }

  /** @returns true, or a promise that is false where the request has to be rejected. */
  acquire(context: RequestContext): true | Promise<boolean> {
    if (context.response.destroyed || this.waiting.size >= MAX_WAITING) return Promise.resolve(false);
    if (this.active.size < MAX_ACTIVE) {
      this.active.add(context);
      return true;
    }
    return new Promise((admit) => {
      this.waiting.set(context, { since: performance.now(), admit });
      this.timer ??= setTimeout(() => this.rejectOverdue(), MAX_WAIT_MS);
    });
  }

  /** Must be called when a request is done, or its client is gone. */
  release(context: RequestContext): void {
    if (this.active.delete(context)) this.admitNext();
    else this.end(context, false);
  }

  private admitNext(): void {
    const [next] = this.waiting.keys();
    if (next === undefined) return;
    this.active.add(next);
    this.end(next, true);
  }

  private rejectOverdue(): void {
    this.timer = undefined;
    for (const [context, { since }] of this.waiting) {
      const left = since + MAX_WAIT_MS - performance.now();
      if (left > 0) {
        this.timer = setTimeout(() => this.rejectOverdue(), left);
        return;
      }
      this.end(context, false);
    }
  }

  private end(context: RequestContext, admitted: boolean): void {
    this.waiting.get(context)?.admit(admitted);
    this.waiting.delete(context);
  }
}
