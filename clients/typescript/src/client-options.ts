export interface ClientOptions {
  /** Where the directory is, such as `https://directory.example`; a path is the prefix of all paths. */
  baseUrl: string | URL;
  apiKey: string;
  /** How often a request is repeated after 429, 502, 503, 504 or a network error; 5 by default. */
  retries?: number | undefined;
  /** Sends the requests; the global `fetch` by default. It receives the signal. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Ends everything that the client does: it then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

const DEFAULT_RETRIES = 5;

/** The options with their defaults, normalized. @throws TypeError for an invalid one, without showing the key. */
export function validateOptions({ baseUrl, apiKey, retries = DEFAULT_RETRIES }: ClientOptions) {
  const { protocol, username, password, origin, pathname } = new URL(baseUrl);
  if (!/^https?:$/.test(protocol)) throw new TypeError('baseUrl must begin with https:// or http://');
  if (username !== '' || password !== '') throw new TypeError('baseUrl must not contain credentials');
  const key = typeof apiKey === 'string' ? apiKey.trim() : '';
  if (!/^[\x21-\x7e]+$/.test(key)) throw new TypeError('apiKey must be a key of the directory');
  if (!(retries >= 0)) throw new TypeError('retries must be a number from 0');
  return { base: origin + pathname.replace(/\/+$/, ''), key, retries };
}
