import { executionAsyncResource } from 'node:async_hooks';

const kept: object[] = [];

/**
 * Keeps one of the objects that Node makes for each `process.nextTick`, seven a request. V8 knows their shape as long
 * as there is one: a garbage collection of the whole heap that finds none has every later tick take five times as
 * long, until the process ends. To be called before the first of them.
 */
export function pinNextTickShape(): void {
  process.nextTick(() => kept.push(executionAsyncResource()));
}
