import { type Pool } from 'pg';

const VERSION = `SELECT number FROM versions WHERE subject = 'directory'`;
/** An answer that is older is no answer. */
const TRUST_FOR_MS = 1000;

/** One replica, and the directory version that it is known to have reached. */
export class Replica {
  private reached: number | undefined;
  private askedAt = -Infinity;
  private asking = false;

  constructor(
    readonly host: string,
    readonly pool: Pool,
    private readonly tell: (state: 'answering' | 'not answering') => void,
  ) {
    // An idle connection that breaks is seen at the next question.
    pool.on('error', () => this.fail());
  }

  /** The version that it has, undefined while it does not answer. */
  get version(): number | undefined {
    return performance.now() - this.askedAt < TRUST_FOR_MS ? this.reached : undefined;
  }

  async ask(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    const asked = performance.now();
    try {
      const { rows } = await this.pool.query<{ number: string }>(VERSION);
      if (this.reached === undefined) this.tell('answering');
      this.reached = Number(rows[0]!.number);
      this.askedAt = asked;
    } catch {
      this.fail();
    } finally {
      this.asking = false;
    }
  }

  /** Passes it over until it answers again. */
  fail(): void {
    if (this.reached !== undefined) this.tell('not answering');
    this.reached = undefined;
  }
}
