import { type Comparison } from '../load/latency.js';
import { type Finding } from '../report.js';
import { median } from '../statistics.js';

/** A promise for every order is as good as the order that keeps it worst. */
export function worst(
  found: readonly (Comparison & { order: string })[],
  what: string,
  most: number,
): Finding {
  const { order, ratio, one, other } = found.reduce((a, b) => (a.ratio > b.ratio ? a : b));
  const typical = median(found.map((comparison) => comparison.ratio)).toFixed(2);
  return {
    what,
    target: { most },
    value: ratio,
    detail: `${order}: ${one.toFixed(2)} ms; ${other.toFixed(2)} ms; the median of the orders is ${typical}`,
  };
}
