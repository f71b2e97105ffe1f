import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { listVersion } from '../database/directory-state.js';
import { PageSource } from '../database/page-source.js';
import { type Statement } from '../database/statement.js';
import { type PageRows } from './filtered-pages.js';
import { ListTotals } from './list-totals.js';
import { type List, type Order, type Row } from './list.js';
import { MAX_WAIT_MS, OrderCache } from './order-cache.js';
import { type PageIndex } from './page-index.js';
import { PageIndexes } from './page-indexes.js';
import {
  limitOf,
  pageAfterSkipStatement,
  pagesByOffsetStatement,
  type PageShape,
  pageStatement,
  type Slice,
  startValues,
  totalOf,
} from './page-statement.js';
import { type Cursor, PAGE_SIZE } from './page.js';
import { RequestBatcher } from './request-batcher.js';

/** Pages that are near enough to the start to be reached by skipping rows, without a page index. */
const NEAR_PAGES = 4;
/** Pages by offset that one statement reads at most. */
const MAX_OFFSETS = 20;
/** Maximum age of a batch that pages can still join, with enough of their wait left to be read. */
const JOINABLE_MS = 0.8 * MAX_WAIT_MS;

/** What a statement returns, with its first row, which may have no more than the state and the total. */
interface Result extends Omit<PageRows, 'total'> {
  first: Row;
}

type Read = (withTotal: boolean) => Promise<Result>;

/** Reads pages of lists without filters, at the same cost at any depth as long as the list does not change. */
@Injectable()
export class UnfilteredPages {
  private readonly offsets = new RequestBatcher<number, PageRows>(MAX_OFFSETS, JOINABLE_MS);

  constructor(
    private readonly source: PageSource,
    private readonly indexes: PageIndexes,
    private readonly orders: OrderCache,
    private readonly totals: ListTotals,
  ) {}

  /** Reads the rows after a cursor, or before it in reverse order. */
  byCursor(list: List, { order, size }: Slice, cursor: Cursor): Promise<PageRows> {
    const shape = { order, size, backwards: cursor.direction === 'before', afterRow: true };
    return this.run(list, shape, startValues(order, cursor));
  }

  async byNumber(list: List, shape: Slice, number: number): Promise<PageRows> {
    const offset = (number - 1) * PAGE_SIZE;
    if (number <= NEAR_PAGES) return this.run(list, { ...shape, skip: offset });
    const { field } = shape.order;
    return (
      (await this.byIndex(list, shape, number, this.indexes.cached(list, field))) ??
      (await this.byIndex(list, shape, number, await this.indexes.read(list, field))) ??
      this.byOffset(list, shape, offset)
    );
  }

  /** Whether a page can be read without scanning an order before. */
  isCheap(list: List, order: Order, number: number): boolean {
    return number <= NEAR_PAGES || this.indexes.cached(list, order.field) !== undefined;
  }

  /** Reads a page from its bookmark; undefined when the list has changed since it was indexed. */
  private async byIndex(
    list: List,
    { order, size }: Slice,
    number: number,
    index: PageIndex | undefined,
  ): Promise<PageRows | undefined> {
    if (index === undefined) return undefined;
    const { row, skip } = index.startOf(number, order.descending);
    const afterRow = row !== undefined;
    const values = row ? startValues(order, row) : [];
    const read = await (skip === 0
      ? this.run(list, { order, size, afterRow }, values)
      : this.withTotal(list, (withTotal) =>
          this.query(list, pageAfterSkipStatement(list, { order, size, afterRow, withTotal }), [
            ...values,
            skip,
          ]),
        ));
    return listVersion(read.directory, list.name) === index.version ? read : undefined;
  }

  /** Reads a page by the number of rows before it, with others of its order that wait for a permit. */
  private byOffset(list: List, shape: Slice, offset: number): Promise<PageRows> {
    const { order, size } = shape;
    const group = [list.name, order.field.name, order.descending, limitOf(size)].join(' ');
    return this.offsets.load(group, offset, (close) =>
      this.orders.ownRead(async () => {
        // Requests that waited for the same index arrive together.
        await setImmediate();
        return this.byOffsets(list, shape, close());
      }),
    );
  }

  private async byOffsets(list: List, shape: Slice, offsets: readonly number[]): Promise<PageRows[]> {
    const ascending = [...offsets].sort((one, other) => one - other);
    const result = await this.query(list, pagesByOffsetStatement(list, shape), [ascending]);
    const { rows, ...read } = this.counted(list, result);
    const pages = ascending.map((): Row[] => []);
    for (const row of rows) pages[Number(row[list.fields.length]) - 1]!.push(row);
    return offsets.map((offset) => ({ ...read, rows: pages[ascending.indexOf(offset)]! }));
  }

  private run(list: List, shape: PageShape, values: unknown[] = []): Promise<PageRows> {
    return this.withTotal(list, (withTotal) =>
      this.query(list, pageStatement(list, { ...shape, withTotal }), values),
    );
  }

  /** Reads the number of all rows with a page only where it is not known, since the list changed. */
  private async withTotal(list: List, read: Read): Promise<PageRows> {
    if (this.totals.isCurrent(list)) {
      const { directory, rows } = await read(false);
      const total = this.totals.at(list, directory);
      if (total !== undefined) return { directory, rows, total };
    }
    return this.counted(list, await read(true));
  }

  /** A result that has the number of all rows. */
  private counted(list: List, { directory, rows, first }: Result): PageRows {
    const total = totalOf(first);
    this.totals.set(list, directory, total);
    return { directory, rows, total };
  }

  private async query(list: List, statement: Statement, values: unknown[]): Promise<Result> {
    const { directory, rows } = await this.source.read(list.name, statement, values);
    const first = rows[0]!;
    return { directory, first, rows: first[0] === null ? [] : rows };
  }
}
