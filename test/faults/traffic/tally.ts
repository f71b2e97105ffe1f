/** What came of one request. */
export interface Outcome {
  question: string;
  /** 0 where there was no answer. */
  status: number;
  /** By the clock of `performance`. */
  sentAt: number;
  ms: number;
  /** True for an answer that should never have been given. */
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

  /** Requests to which nobody answered. */
  get lost(): number {
    return this.outcomes.filter(({ status }) => status === 0).length;
  }

  /** How often each status was answered, `none` for those that were lost. */
  get statuses(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { status } of this.outcomes) counts[status || 'none'] = (counts[status || 'none'] ?? 0) + 1;
    return counts;
  }

  /** The outcomes of one question that was sent within a time. */
  of(question: string, from = -Infinity, to = Infinity): Tally {
    const part = new Tally();
    for (const outcome of this.outcomes)
      if (outcome.question === question && outcome.sentAt >= from && outcome.sentAt <= to) part.add(outcome);
    return part;
  }

  /** Milliseconds in which that part of the answers of a status came, 0 to 1. */
  timeOf(status: number, part: number): number {
    const times = this.outcomes.filter((one) => one.status === status).map(({ ms }) => ms);
    return times.sort((one, other) => one - other)[Math.floor(part * (times.length - 1))] ?? 0;
  }

  /** Milliseconds from a moment to the last answer that told of trouble; 0 when there was none after it. */
  troubleAfter(moment: number): number {
    const ends = this.outcomes
      .filter(({ status, wrong }) => status === 0 || status === 503 || wrong)
      .map(({ sentAt, ms }) => sentAt + ms - moment);
    return Math.max(0, ...ends);
  }
}
