/** The longest delay that a timer takes. */
const MAX_PAUSE_MS = 2 ** 31 - 1;
const FIRST_PAUSE_MS = 500;
const MAX_GROWN_PAUSE_MS = 30_000;

/** Over the rate, overload, and a proxy that does not reach the directory. */
const TEMPORARY = [429, 502, 503, 504];

/** @param status of the response; undefined when there was none. */
export function mayRetry(status: number | undefined): boolean {
  return status === undefined || TEMPORARY.includes(status);
}

/**
 * How long to wait before a request is repeated, in ms.
 * @param retryAfter the field of the response: seconds or a date
 * @param retry 0 for the first
 */
export function pauseBefore(retry: number, retryAfter: string | null | undefined): number {
  const asked = retryAfter ? milliseconds(retryAfter) : Number.NaN;
  if (!Number.isNaN(asked)) return Math.min(Math.max(asked, 0), MAX_PAUSE_MS);
  // Clients that failed together do not come back together.
  return Math.min(FIRST_PAUSE_MS * 2 ** retry, MAX_GROWN_PAUSE_MS) * (0.5 + Math.random() / 2);
}

function milliseconds(retryAfter: string): number {
  const seconds = Number(retryAfter);
  return Number.isNaN(seconds) ? Date.parse(retryAfter) - Date.now() : seconds * 1000;
}

/** Waits. @throws the reason of the signal when it is aborted. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- a reason is any value
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
