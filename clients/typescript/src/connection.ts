import { type ClientOptions, validateOptions } from './client-options.js';
import { DirectoryError } from './directory-error.js';
import { readResponse, type Received } from './read-response.js';
import { mayRetry, pauseBefore, sleep } from './retries.js';

/**
 * Sends requests to the directory, and repeats them. The key is sent to no other address: redirects are not followed,
 * and only the query of a link is used.
 */
export class Connection {
  readonly signal: AbortSignal | undefined;
  readonly #base: string;
  readonly #key: string;
  readonly #retries: number;
  readonly #fetch: typeof globalThis.fetch;

  constructor(options: ClientOptions) {
    const { base, key, retries } = validateOptions(options);
    this.#base = base;
    this.#key = key;
    this.#retries = retries;
    // The `fetch` of a browser throws when it is called as a method of another object.
    this.#fetch = options.fetch ?? ((...request) => globalThis.fetch(...request));
    this.signal = options.signal;
  }

  /**
   * @param target path and query
   * @param json the body of a POST
   * @throws DirectoryError after the last retry, or the reason of the signal.
   */
  async request(target: string, json?: unknown): Promise<Received> {
    for (let retry = 0; ; retry++) {
      this.signal?.throwIfAborted();
      let response: Response | undefined;
      try {
        response = await this.#send(target, json);
        return readResponse(response, await response.text());
      } catch (cause) {
        this.signal?.throwIfAborted();
        const error = cause instanceof DirectoryError ? cause : networkError(this.#base, cause);
        if (retry >= this.#retries || !mayRetry(error.status)) throw error;
        await sleep(pauseBefore(retry, response?.headers.get('retry-after')), this.signal);
      }
    }
  }

  #send(target: string, json: unknown): Promise<Response> {
    const fetch = this.#fetch;
    const headers: Record<string, string> = { accept: 'application/json', 'x-api-key': this.#key };
    if (json !== undefined) headers['content-type'] = 'application/json';
    return fetch(this.#base + target, {
      headers,
      redirect: 'manual',
      signal: this.signal ?? null,
      ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
    });
  }
}

/** Node.js says what happened in the cause of its error. */
function networkError(base: string, cause: unknown): DirectoryError {
  const { message, cause: inner } = cause as { message?: string; cause?: { message?: string } };
  const reasons = [message, inner?.message].filter((reason) => reason);
  return new DirectoryError(`No response from ${base}: ${reasons.join(': ')}`, { cause });
}
