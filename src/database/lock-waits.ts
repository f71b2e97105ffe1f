const CHECK_INTERVAL_MS = 2_000;

/** Runs a query on a second connection, since the first may be waiting. */
export type QueryLockWaits = (text: string, values: unknown[]) => Promise<LockWait[]>;

/** The lock that a transaction waits for, and the session that holds it. */
export interface LockWait {
  /** The table that is waited for; null where it is rows that another transaction has changed. */
  table: string | null;
  holder: number;
  application: string;
  role: string | null;
}

/**
 * SQL: the lock that the transaction with the virtual id $1 waits for. Advisory locks are ignored, since their waits are
 * reported where they are acquired.
 */
const LOCK_WAITS = `
  SELECT waiting.relation::regclass::text AS table, holder.pid AS holder,
      coalesce(nullif(holder.application_name, ''), holder.backend_type, 'unknown') AS application,
      holder.usename AS role
    FROM pg_locks AS own
      JOIN pg_locks AS waiting ON waiting.pid = own.pid AND NOT waiting.granted AND waiting.locktype <> 'advisory'
      CROSS JOIN LATERAL unnest(pg_blocking_pids(own.pid)) AS blocking (pid)
      JOIN pg_stat_activity AS holder ON holder.pid = blocking.pid
    WHERE own.locktype = 'virtualxid' AND own.virtualxid = $1 AND own.granted
    LIMIT 1`;

/** SQL: the virtual id of the transaction of a session. */
export const VIRTUAL_ID = `
  SELECT virtualxid AS transaction FROM pg_locks WHERE locktype = 'virtualxid' AND pid = pg_backend_pid()`;

/**
 * Runs the work, and reports each lock that its transaction waits for longer than `CHECK_INTERVAL_MS`, once.
 * @param transaction the virtual id of the transaction
 */
export async function reportLockWaits<T>(
  transaction: string,
  query: QueryLockWaits,
  report: (message: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  let reported = '';
  let checking: Promise<void> | undefined;
  const check = async (): Promise<void> => {
    const [wait] = await query(LOCK_WAITS, [transaction]);
    const message = wait ? describeWait(wait) : '';
    if (wait && message !== reported) report(message);
    reported = message;
  };
  const timer = setInterval(() => {
    // A check that fails must not fail the work.
    checking ??= check()
      .catch(() => undefined)
      .finally(() => (checking = undefined));
  }, CHECK_INTERVAL_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await checking;
  }
}

function describeWait({ table, holder, application, role }: LockWait): string {
  const what = table === null ? 'rows' : `the table ${table}`;
  return `Waiting for ${what} locked by session ${holder} (${application}${role === null ? '' : `, role ${role}`})`;
}
