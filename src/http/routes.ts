import { type ExpressAdapter } from '@nestjs/platform-express';
import { Answer } from './answer.js';
import { errorAnswer } from './errors.js';

interface Layer {
  route?: { methods: Record<string, boolean> };
  match(path: string): boolean;
}

/** Answers what no route took: another method of a known path, or a path that nobody knows. */
export function answerUnrouted(adapter: ExpressAdapter, method: string, path: string): Answer {
  const allowed = allowedMethods(adapter, path);
  if (allowed.length === 0) return errorAnswer(404);
  const fields = ['Allow', allowed.join(', ')];
  return method === 'OPTIONS'
    ? new Answer(204, fields, Buffer.alloc(0))
    : errorAnswer(405, undefined, undefined, fields);
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
