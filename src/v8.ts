import { executionAsyncResource } from 'node:async_hooks';
import { setFlagsFromString } from 'node:v8';

/** The objects that are kept; none before `pinNextTickShape`. @public for its test, which loads the compiled file. */
export const pinned: object[] = [];

/**
 * Keeps the object that Node makes for one `process.nextTick`. V8 knows the shape (hidden class) of these objects as long
 * as there is one: after a full garbage collection that finds none, every later tick takes five times as long, until the
 * process ends, and a request takes seven ticks. Must be called before the first of them.
 */
export function pinNextTickShape(): void {
  process.nextTick(() => pinned.push(executionAsyncResource()));
}

/** Percentage by which the heap may grow after a full garbage collection before the next one. */
const HEAP_GROWTH = 50;

/**
 * Limits the garbage in the old generation. By default V8 lets it grow up to fourfold, and pages that are read ahead are
 * promoted to it before they are sent.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
}
