interface Batch<Question, Answer> {
  readonly questions: Question[];
  /** Undefined once it is over: see `docs/decisions/performance.md`. */
  answers?: Promise<readonly Answer[]> | undefined;
}

/** Lets callers that wait for the same turn get their answers from one call. */
export class Batches<Question, Answer> {
  private readonly waiting = new Map<string, Batch<Question, Answer>>();

  /** @param maxSize the number of questions of one call. */
  constructor(private readonly maxSize: number) {}

  /**
   * Adds a question to those of this identity that wait.
   * @param answer called for the first of them; it calls `take` when its turn has come, after which no question is
   * added, and returns the answers in the order of the questions.
   */
  async add(
    identity: string,
    question: Question,
    answer: (take: () => readonly Question[]) => Promise<readonly Answer[]>,
  ): Promise<Answer> {
    const waiting = this.waiting.get(identity);
    if (waiting?.answers && waiting.questions.length < this.maxSize) {
      const index = waiting.questions.push(question) - 1;
      return (await waiting.answers)[index]!;
    }
    const batch: Batch<Question, Answer> = { questions: [question] };
    const take = () => {
      if (this.waiting.get(identity) === batch) this.waiting.delete(identity);
      return batch.questions;
    };
    this.waiting.set(identity, batch);
    const answers = answer(take).finally(() => {
      take();
      batch.answers = undefined;
    });
    batch.answers = answers;
    return (await answers)[0]!;
  }
}
