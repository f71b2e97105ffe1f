import { Injectable } from '@nestjs/common';
import { DatabaseUnavailable } from '../database/database-unavailable.js';
import { listVersion } from '../database/directory-state.js';
import { PageSource } from '../database/page-source.js';
import { type Field } from './list-definition.js';
import { type List } from './list.js';
import { OrderCache } from './order-cache.js';
import { BOOKMARK_ROWS, PageIndex } from './page-index.js';
import { pageIndexStatement } from './page-statement.js';

/** The page indexes of the orders whose deep pages are requested. An index is read again when its list has changed. */
@Injectable()
export class PageIndexes {
  constructor(
    private readonly orders: OrderCache,
    private readonly source: PageSource,
  ) {}

  /** The cached index of an order, unless the list is known to have changed since. */
  cached(list: List, field: Field): PageIndex | undefined {
    return this.orders.get(identityOf(list, field), list);
  }

  /** Reads the index of an order in one scan; undefined when that takes too long. */
  async read(list: List, field: Field): Promise<PageIndex | undefined> {
    try {
      return await this.orders.read(identityOf(list, field), () => this.scan(list, field));
    } catch (error) {
      if (error instanceof DatabaseUnavailable) return undefined;
      throw error;
    }
  }

  private async scan(list: List, field: Field): Promise<PageIndex> {
    const statement = pageIndexStatement(list, field, BOOKMARK_ROWS);
    const { directory, rows } = await this.source.read(list.name, statement);
    const bookmarks = rows.filter(([, id]) => id !== null);
    const keys = field.column === 'id' ? [] : bookmarks.map(([key]) => key!);
    const ids = bookmarks.map(([, id]) => Number(id));
    return new PageIndex(listVersion(directory, list.name), keys, ids, Number(rows[0]![2] ?? 0));
  }
}

function identityOf(list: List, field: Field): string {
  return `${list.name} ${field.name}`;
}
