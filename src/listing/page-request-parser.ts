import { BadRequestException, Injectable } from '@nestjs/common';
import { CursorCodec } from './cursor-codec.js';
import { INVALID_CURSOR, type ListQuery } from './list-query.js';
import { type List } from './list.js';
import { type ListFilter, type PageRequest } from './page.js';

/** Converts validated query parameters to the request for a page of a list. */
@Injectable()
export class PageRequestParser {
  constructor(private readonly cursors: CursorCodec) {}

  /**
   * @param filter the restriction of the list by other parameters of the same request.
   * @throws BadRequestException for a cursor that was not issued for this list, order and filter.
   */
  async parse(list: List, query: ListQuery, filter?: ListFilter): Promise<PageRequest> {
    const order = list.order(query.sort);
    await this.cursors.ready();
    const at =
      query.cursor === undefined
        ? (query.page ?? 1)
        : this.cursors.decode(list, { order, filter }, query.cursor);
    if (at === undefined)
      throw new BadRequestException({ details: [{ field: 'cursor', message: INVALID_CURSOR }] });
    return { order, at, ...(filter && { filter }) };
  }
}
