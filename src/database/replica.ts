import { DIRECTORY_STATE, type DirectoryState, parseDirectoryState } from './directory-state.js';
import { type FailureLog } from './failure-log.js';
import { type RequestPool } from './request-pool.js';

const STATE = `SELECT ${DIRECTORY_STATE} AS state FROM versions WHERE subject = 'directory'`;
/** Time after which the state of a replica is read again before it is used. */
const MAX_STATE_AGE_MS = 1000;
const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 500;

/** One replica, and the state of the directory that it is known to have reached. */
export class Replica {
  private reached: DirectoryState | undefined;
  private readAt = -Infinity;
  private isReading = false;
  private retryMs = FIRST_RETRY_MS;
  private retryAt = -Infinity;

  constructor(
    readonly host: string,
    readonly pool: RequestPool,
    private readonly failures: FailureLog,
  ) {}

  /** The state that it has reached; undefined while it does not respond. */
  get directory(): DirectoryState | undefined {
    return performance.now() - this.readAt < MAX_STATE_AGE_MS ? this.reached : undefined;
  }

  /** Reads its state; after failures less and less often. */
  async ask(): Promise<void> {
    const startedAt = performance.now();
    if (this.isReading || startedAt < this.retryAt) return;
    this.isReading = true;
    try {
      const { rows } = await this.pool.query<{ state: string }>(STATE);
      this.failures.works(`Replica ${this.host} is available`);
      this.retryMs = FIRST_RETRY_MS;
      this.reached = parseDirectoryState(rows[0]!.state);
      this.readAt = startedAt;
    } catch (error) {
      this.fail(error as Error);
      this.retryAt = performance.now() + this.retryMs;
      this.retryMs = Math.min(this.retryMs * 2, LAST_RETRY_MS);
    } finally {
      this.isReading = false;
    }
  }

  /** Excludes the replica until it responds again. */
  fail(cause: Error): void {
    this.failures.failed(`Replica ${this.host} is unavailable: ${cause.message}`);
    this.reached = undefined;
  }
}
