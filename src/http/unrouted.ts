import { type ExpressAdapter } from '@nestjs/platform-express';
import { PreparedResponse } from './prepared-response.js';
import { errorResponse } from './errors.js';

interface Layer {
  route?: { methods: Record<string, boolean> };
  match(path: string): boolean;
}

/** Answers what no route took: another method of a known path, or a path that nobody knows. */
export function unroutedResponse(adapter: ExpressAdapter, method: string, path: string): PreparedResponse {
  const allowed = allowedMethods(adapter, path);
  if (allowed.length === 0) return errorResponse(404);
  const fields = ['Allow', allowed.join(', ')];
  return method === 'OPTIONS'
    ? new PreparedResponse(204, fields, Buffer.alloc(0))
    : errorResponse(405, undefined, undefined, fields);
}

function allowedMethods(adapter: ExpressAdapter, path: string): string[] {
  const { stack } = adapter.getInstance<{ router: { stack: Layer[] } }>().router;
  const methods = new Set<string>();
  for (const layer of stack) {
    if (!layer.route || !matchesPath(layer, path)) continue;
    for (const method of Object.keys(layer.route.methods)) methods.add(method.toUpperCase());
  }
  if (methods.has('GET')) methods.add('HEAD');
  return methods.size === 0 ? [] : [...methods, 'OPTIONS'].sort();
}

function matchesPath(layer: Layer, path: string): boolean {
  try {
    return layer.match(path);
  } catch {
    // A path whose percent-encoding is broken.
    return false;
  }
}
