import { setTimeout as pause } from 'node:timers/promises';
import { isWrong, type SampleRequest } from './sample-request.js';
import { type Send } from './send.js';
import { type Outcome, Tally } from './tally.js';

/** Clients that send requests continuously, each one after the response to its last. */
export class Traffic {
  readonly tally = new Tally();
  private stopped = false;
  private readonly clients: Promise<void>[];

  /**
   * @param clients the number of concurrent clients.
   * @param restMs the pause of each client after a response.
   */
  constructor(
    private readonly send: Send,
    private readonly requests: SampleRequest[],
    clients: number,
    private readonly restMs: number,
  ) {
    this.clients = Array.from({ length: clients }, (_, at) => this.run(at));
  }

  /** Waits for the pending responses. */
  async stop(): Promise<Tally> {
    this.end();
    await Promise.all(this.clients);
    return this.tally;
  }

  /** Sends no further requests. */
  end(): void {
    this.stopped = true;
  }

  private async run(first: number): Promise<void> {
    for (let at = first; !this.stopped; at++) {
      this.tally.add(await this.sendOne(this.requests[at % this.requests.length]!));
      if (this.restMs > 0) await pause(this.restMs);
    }
  }

  private async sendOne(request: SampleRequest): Promise<Outcome> {
    const sentAt = performance.now();
    const parts = { request: request.name, sentAt };
    try {
      const reply = await this.send(request);
      const ms = performance.now() - sentAt;
      return { ...parts, status: reply.status, ms, wrong: isWrong(request, reply, sentAt) };
    } catch (error) {
      const { code = String(error) } = error as NodeJS.ErrnoException;
      return { ...parts, status: 0, error: code, ms: performance.now() - sentAt, wrong: false };
    }
  }
}
