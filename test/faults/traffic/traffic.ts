import { setTimeout as pause } from 'node:timers/promises';
import { isWrong, type Question } from './question.js';
import { type Send } from './send.js';
import { type Outcome, Tally } from './tally.js';

/** Clients that ask on and on, each the next question when it has the answer to the last. */
export class Traffic {
  readonly tally = new Tally();
  private stopped = false;
  private readonly clients: Promise<void>[];

  /**
   * @param clients that ask at the same time.
   * @param restMs that each rests after an answer.
   */
  constructor(
    private readonly send: Send,
    private readonly questions: Question[],
    clients: number,
    private readonly restMs: number,
  ) {
    this.clients = Array.from({ length: clients }, (_, at) => this.run(at));
  }

  /** Waits for the answers that are still out. */
  async stop(): Promise<Tally> {
    this.stopped = true;
    await Promise.all(this.clients);
    return this.tally;
  }

  private async run(first: number): Promise<void> {
    for (let at = first; !this.stopped; at++) {
      this.tally.add(await this.ask(this.questions[at % this.questions.length]!));
      if (this.restMs > 0) await pause(this.restMs);
    }
  }

  private async ask(question: Question): Promise<Outcome> {
    const sentAt = performance.now();
    const reply = await this.send(question).catch(() => undefined);
    return {
      question: question.name,
      status: reply?.status ?? 0,
      sentAt,
      ms: performance.now() - sentAt,
      wrong: reply !== undefined && isWrong(question, reply, sentAt),
    };
  }
}
