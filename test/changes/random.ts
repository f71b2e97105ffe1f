/** Pseudo-random numbers, the same for the same seed. */
export class Random {
  constructor(private state: number) {}

  /** An integer from 1 to `max`. */
  upTo(max: number): number {
    // mulberry32
    this.state = (this.state + 0x6d2b79f5) | 0;
    let bits = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return 1 + (((bits ^ (bits >>> 14)) >>> 0) % max);
  }

  choice<T>(values: readonly T[]): T {
    return values[this.upTo(values.length) - 1]!;
  }
}
