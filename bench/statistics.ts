export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Of what was measured side by side, round by round: the noise of a machine hits both sides of a ratio. */
export function medianRatio(ours: readonly number[], theirs: readonly number[]): number {
  return median(ours.map((value, round) => value / theirs[round]!));
}
