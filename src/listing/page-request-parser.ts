import { stringify } from 'node:querystring';
import { BadRequestException, HttpException, Injectable } from '@nestjs/common';
import { CursorCodec } from './cursor-codec.js';
import { type FilterInput, InvalidFilterInput, ListFilters } from './list-filters.js';
import { type ListQuery } from './list-query.js';
import { type List } from './list.js';
import { PAGE_SIZE, type PageRequest } from './page.js';
import { TextFolding } from './text-folding.js';
import { INVALID_CURSOR } from './validation.js';

/**
 * Bytes of the parameters that links keep. With the longest cursor and the header fields of a client they are a request
 * head that the server takes: a walk that begins never ends with 431.
 */
const MAX_KEPT = 12_000;

/** What a request has beside its query. */
export interface PageOptions {
  /** What filters compare with that is not in the query, by their names. Links do not keep it. */
  inputs?: Record<string, FilterInput>;
  /** As `PageRequest.size`. */
  size?: number;
}

/** Converts validated query parameters to the request for a page of a list. */
@Injectable()
export class PageRequestParser {
  constructor(
    private readonly cursors: CursorCodec,
    private readonly folding: TextFolding,
  ) {}

  /**
   * @throws BadRequestException for a cursor that was not issued for this list, order and filters, and for a search
   *   without a word.
   */
  async parse(
    list: List,
    query: ListQuery,
    { inputs = {}, size = PAGE_SIZE }: PageOptions = {},
  ): Promise<PageRequest> {
    const order = list.order(query.sort);
    const inQuery = await this.filters(list, query);
    const filters =
      Object.keys(inputs).length === 0 ? inQuery : await this.filters(list, { ...query, ...inputs });
    await this.cursors.ready();
    const at =
      query.cursor === undefined
        ? (query.page ?? 1)
        : this.cursors.decode(list, { order, filters }, query.cursor);
    if (at === undefined)
      throw new BadRequestException({ details: [{ field: 'cursor', message: INVALID_CURSOR }] });
    return { order, filters, at, kept: keptParameters(query, inQuery), size };
  }

  private async filters(list: List, values: Record<string, unknown>): Promise<ListFilters> {
    const inputs = list.filters.flatMap((filter) => {
      const input = values[filter.name] as FilterInput | undefined;
      return input === undefined ? [] : [{ filter, input }];
    });
    try {
      return await ListFilters.of(inputs, (text) => this.folding.fold(text));
    } catch (error) {
      if (!(error instanceof InvalidFilterInput)) throw error;
      const { field, message } = error;
      throw new BadRequestException({ details: [{ field, message }] });
    }
  }
}

/** The parameters that links keep, in the order of their names. Requests with the same meaning get the same links. */
function keptParameters({ sort }: ListQuery, filters: ListFilters): string {
  const parameters: [string, string | readonly string[]][] = [...filters.parameters];
  if (sort !== undefined) parameters.push(['sort', sort]);
  parameters.sort(([one], [other]) => (one < other ? -1 : 1));
  const kept = stringify(Object.fromEntries(parameters));
  if (kept.length > MAX_KEPT) throw new HttpException('Headers too large', 431);
  return kept;
}
