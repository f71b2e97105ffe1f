import { type IncomingMessage } from 'node:http';
import { type PreparedResponse } from './prepared-response.js';
import { badRequestResponse } from './errors.js';

/** A host and a port by RFC 3986; the host may be empty. */
const HOST = /^(?:(?:[\w.~!$&'()*+,;=-]|%[0-9a-f]{2})*|\[[0-9a-f:.]+\])(?::\d*)?$/i;

/** The last valid host. Most requests have the same one, which need not be validated again. */
let lastHost = '';

/** Rejects an invalid `Host` field, as RFC 9112 (3.2) requires: a proxy may have read another host than this server. */
export function rejectInvalidHost({
  headers,
  httpVersion,
  rawHeaders,
}: IncomingMessage): PreparedResponse | undefined {
  const { host } = headers;
  if (host === undefined) return httpVersion === '1.1' ? problem('is missing') : undefined;
  if (isTwice(rawHeaders)) return problem('appears twice');
  if (host === lastHost) return undefined;
  if (!HOST.test(host)) return problem('is not a host');
  lastHost = host;
  return undefined;
}

/** `headers` has only the first of several fields. */
function isTwice(names: string[]): boolean {
  let count = 0;
  for (let at = 0; at < names.length; at += 2)
    if (names[at]!.length === 4 && names[at]!.toLowerCase() === 'host') count++;
  return count > 1;
}

function problem(what: string): PreparedResponse {
  return badRequestResponse([{ field: 'host', message: `the Host field ${what}` }]);
}
