import { BadRequestException, Inject, Injectable, type Type } from '@nestjs/common';
import { INVALID_CURSOR, type ListQuery } from './list-query.js';
import { type ListRepository } from './list.repository.js';
import { type Page, type PageRequest } from './page.js';
import { CursorCodec } from './cursor-codec.js';

/** The service over the repository of one list, to be extended by that of its resource. */
export function listService(Repository: Type<ListRepository>) {
  @Injectable()
  class ListService {
    constructor(
      @Inject(Repository) private readonly repository: ListRepository,
      private readonly positions: CursorCodec,
    ) {}

    /**
     * Turns what a client asked for into a page of the list.
     * @throws BadRequestException for a position that this list and order did not give out.
     */
    async page(query: ListQuery, among?: PageRequest['among']): Promise<Page> {
      const { list } = this.repository;
      const order = list.order(query.sort);
      await this.positions.ready();
      const at =
        query.cursor === undefined
          ? Number(query.page ?? 1)
          : this.positions.decode(list, order, query.cursor);
      if (at === undefined)
        throw new BadRequestException({ details: [{ field: 'cursor', message: INVALID_CURSOR }] });
      return this.repository.read({ order, at, ...(among && { among }) });
    }
  }
  return ListService;
}
