import { DirectoryError } from './directory-error.js';
import type { Detail } from './types.js';

/** A successful response: its body, and its `Link` field. */
export interface Received {
  body: unknown;
  link: string | null;
}

/** @throws DirectoryError for everything but complete JSON with a status of success. */
export function readResponse(response: Response, text: string): Received {
  const { headers, ok, status } = response;
  const requestId = headers.get('x-request-id') ?? undefined;
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false;
  const body = isJson ? parsed(text) : undefined;
  if (ok && body !== undefined) return { body, link: headers.get('link') };

  // A response without a length that was cut ends like a complete one.
  if (ok && isJson) throw new DirectoryError('The response was cut off', { requestId });
  const { message, details } = (body ?? {}) as { message?: string; details?: Detail[] };
  // The status of a redirect is 0 in a browser.
  if (status < 400) throw new DirectoryError(notJson(response), { status: status || 302, requestId });
  throw new DirectoryError(message ?? `HTTP ${status}`, { status, details, requestId });
}

/** Undefined for what is not complete JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function notJson({ headers, ok }: Response): string {
  const answer = ok ? `${headers.get('content-type') ?? 'no content type'} in place of JSON` : 'a redirect';
  return `baseUrl is not the address of the directory: the response is ${answer}`;
}
