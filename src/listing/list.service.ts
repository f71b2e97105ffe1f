import { BadRequestException, Injectable } from '@nestjs/common';
import { DirectoryWatch } from '../database/directory-watch.js';
import { PageSource } from '../database/page-source.js';
import { type ListQuery } from './list-query.js';
import { ListRepository } from './list.repository.js';
import { type List } from './list.js';
import { type Page, type PageRequest } from './page.js';
import { Positions } from './positions.js';

const DAMAGED = { field: 'position', message: 'position must be as it was given in a Link field' };

/** The service of one list, to be extended by that of its resource. */
export function listService(list: List) {
  @Injectable()
  class ListService {
    private readonly repository: ListRepository;

    constructor(
      source: PageSource,
      watch: DirectoryWatch,
      private readonly positions: Positions,
    ) {
      this.repository = new ListRepository(list, source, watch);
    }

    /**
     * Turns what a client asked for into a page of the list.
     * @throws BadRequestException for a position that this list and order did not give out.
     */
    async page(query: ListQuery, among?: PageRequest['among']): Promise<Page> {
      const order = list.order(query.sort);
      await this.positions.open();
      const place =
        query.position === undefined
          ? Number(query.page ?? 1)
          : this.positions.read(list, order, query.position);
      if (place === undefined) throw new BadRequestException({ details: [DAMAGED] });
      return this.repository.read({ order, place, ...(among && { among }) });
    }
  }
  return ListService;
}
