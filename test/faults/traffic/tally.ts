/** The outcome of one request. */
export interface Outcome {
  request: string;
  /** 0 if there was no response. */
  status: number;
  /** The code of the error in place of a response. */
  error?: string;
  /** By the clock of `performance`. */
  sentAt: number;
  ms: number;
  /** True for an incorrect response. */
  wrong: boolean;
}

/** The outcomes of many requests. */
export class Tally {
  private readonly outcomes: Outcome[] = [];

  add(outcome: Outcome): void {
    this.outcomes.push(outcome);
  }

  get sent(): number {
    return this.outcomes.length;
  }

  get wrong(): number {
    return this.outcomes.filter(({ wrong }) => wrong).length;
  }

  /** The number of requests without a response. */
  get lost(): number {
    return this.outcomes.filter(({ status }) => status === 0).length;
  }

  /** The number of responses by status, and of requests without a response by the code of the error, or as `none`. */
  get statuses(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { status, error = status || 'none' } of this.outcomes)
      counts[error] = (counts[error] ?? 0) + 1;
    return counts;
  }

  /** The outcomes of one sample request within a period. */
  of(request: string, from = -Infinity, to = Infinity): Tally {
    const part = new Tally();
    for (const outcome of this.outcomes)
      if (outcome.request === request && outcome.sentAt >= from && outcome.sentAt <= to) part.add(outcome);
    return part;
  }

  /** A quantile (0 to 1) of the response times with a status, in milliseconds. */
  timeOf(status: number, part: number): number {
    const times = this.outcomes.filter((one) => one.status === status).map(({ ms }) => ms);
    return times.sort((one, other) => one - other)[Math.floor(part * (times.length - 1))] ?? 0;
  }

  /** Milliseconds from a moment to the last lost, 503 or wrong response; 0 if there was none after it. */
  troubleAfter(moment: number): number {
    const ends = this.outcomes
      .filter(({ status, wrong }) => status === 0 || status === 503 || wrong)
      .map(({ sentAt, ms }) => sentAt + ms - moment);
    return Math.max(0, ...ends);
  }
}
