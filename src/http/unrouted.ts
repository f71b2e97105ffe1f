import { errorResponse } from './errors.js';
import { PreparedResponse } from './prepared-response.js';

/**
 * The response to a request that no route took: 404 for an unknown path, 405 or the answer to OPTIONS for a known one.
 * @param methods what the routes of the path allow, in upper case; none for an unknown path.
 */
export function unroutedResponse(method: string, methods: ReadonlySet<string>): PreparedResponse {
  // A route that took the method and passed the request on has decided that there is nothing.
  if (methods.size === 0 || methods.has(method)) return errorResponse(404);
  const fields = ['Allow', allowField(methods)];
  return method === 'OPTIONS'
    ? new PreparedResponse(204, fields, Buffer.alloc(0))
    : errorResponse(405, undefined, undefined, fields);
}

function allowField(methods: ReadonlySet<string>): string {
  return [...new Set([...methods, 'OPTIONS'])].sort().join(', ');
}
