import { errorResponse } from './errors.js';
import { PreparedResponse } from './prepared-response.js';

/**
 * The response to a request that no route handled: 404 for an unknown path, 405 or the response to OPTIONS for a known one.
 * @param methods the methods of the routes of the path, in upper case; empty for an unknown path.
 */
export function unroutedResponse(method: string, methods: ReadonlySet<string>): PreparedResponse {
  // A route for the method that called `next` has decided that nothing is found.
  if (methods.size === 0 || methods.has(method)) return errorResponse(404);
  const fields = ['Allow', allowField(methods)];
  return method === 'OPTIONS'
    ? new PreparedResponse(204, fields, Buffer.alloc(0))
    : errorResponse(405, undefined, undefined, fields);
}

function allowField(methods: ReadonlySet<string>): string {
  return [...new Set([...methods, 'OPTIONS'])].sort().join(', ');
}
