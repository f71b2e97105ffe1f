import { Injectable } from '@nestjs/common';
import { type Admission, type RequestContext } from './request-context.js';

/** Requests that Nest handles concurrently. The pool has far fewer connections; the others wait for one. */
const MAX_ACTIVE = 256;
/** Requests that wait for others to end, as after a commit that made many cached pages invalid. */
const MAX_WAITING = 2048;
/** As long as a statement may take: long enough for a burst to pass, and shorter than the timeouts of clients. */
const MAX_WAIT_MS = 5_000;

/**
 * Limits concurrent requests; more of them wait in order, for a limited time. A request counts only while the server
 * works on it, not while its client sends the body or reads the response.
 */
@Injectable()
export class ConcurrencyLimiter {
  private active = 0;
  private readonly waiting = new Set<Admission>();
  private timer: NodeJS.Timeout | undefined;

  /** How many requests are handled now. */
  get count(): number {
    return this.active;
  }

  /** @returns true, or a promise that is false where the request has to be rejected. */
  acquire(context: RequestContext): true | Promise<boolean> {
    if (context.response.destroyed || this.waiting.size >= MAX_WAITING) return Promise.resolve(false);
    const since = performance.now();
    if (this.active < MAX_ACTIVE) {
      this.active++;
      context.admission = { isActive: true, since, admit: undefined };
      return true;
    }
    return new Promise((admit) => {
      context.admission = { isActive: false, since, admit };
      this.waiting.add(context.admission);
      this.timer ??= setTimeout(() => this.rejectOverdue(), MAX_WAIT_MS);
    });
  }

  /** Must be called when a request is done, or its client is gone. */
  release(context: RequestContext): void {
    const { admission } = context;
    if (admission === undefined) return;
    context.admission = undefined;
    if (!admission.isActive) {
      this.settle(admission, false);
      return;
    }
    this.active--;
    const [next] = this.waiting;
    if (next !== undefined) this.settle(next, true);
  }

  private rejectOverdue(): void {
    this.timer = undefined;
    for (const admission of this.waiting) {
      const left = admission.since + MAX_WAIT_MS - performance.now();
      if (left > 0) {
        this.timer = setTimeout(() => this.rejectOverdue(), left);
        return;
      }
      this.settle(admission, false);
    }
  }

  /** Ends the wait of a request. */
  private settle(admission: Admission, admitted: boolean): void {
    if (!this.waiting.delete(admission)) return;
    if (admitted) this.active++;
    admission.isActive = admitted;
    admission.admit?.(admitted);
    admission.admit = undefined;
  }
}
