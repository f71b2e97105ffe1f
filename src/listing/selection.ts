import { type ScannedOrder } from './order-cache.js';

/** The ids of all rows that match filters, in an ascending order. Any page of it and of its mirror costs as much as the first. */
export class Selection implements ScannedOrder {
  readonly size: number;

  constructor(
    readonly version: number,
    private readonly ids: Int32Array,
  ) {
    this.size = ids.byteLength;
  }

  get total(): number {
    return this.ids.length;
  }

  /** @param hex the ids, each as the eight hexadecimal digits of `int4send` of PostgreSQL. */
  static of(version: number, hex: string): Selection {
    const bytes = Buffer.from(hex, 'hex');
    const ids = new Int32Array(bytes.length / 4);
    for (let at = 0; at < ids.length; at++) ids[at] = bytes.readInt32BE(4 * at);
    return new Selection(version, ids);
  }

  /** Up to `limit` ids from an index on, counted from 0, in the ascending order or its mirror. */
  slice(from: number, limit: number, descending: boolean): number[] {
    if (!descending) return [...this.ids.subarray(from, from + limit)];
    const end = this.ids.length - from;
    return end <= 0 ? [] : [...this.ids.subarray(Math.max(0, end - limit), end)].reverse();
  }

  /** The index of an id in the ascending order or its mirror; undefined where the selection does not have it. */
  indexOf(id: number, descending: boolean): number | undefined {
    const index = this.ids.indexOf(id);
    return index < 0 ? undefined : descending ? this.ids.length - 1 - index : index;
  }
}
