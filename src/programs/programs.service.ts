import { Injectable } from '@nestjs/common';
import { type Changes } from '../changes/changes.js';
import { type ChangesQuery } from '../changes/changes.query.js';
import { ChangesService } from '../changes/changes.service.js';
import { type DirectoryItem } from '../listing/directory-item.js';
import { type Form } from '../listing/forms.js';
import { type ListQuery } from '../listing/list-query.js';
import { type PageOptions, PageRequestParser } from '../listing/page-request-parser.js';
import { type Page } from '../listing/page.js';
import { programList } from './program.list.js';
import { ProgramsRepository } from './programs.repository.js';

@Injectable()
export class ProgramsService {
  constructor(
    private readonly repository: ProgramsRepository,
    private readonly requests: PageRequestParser,
    private readonly changesService: ChangesService,
  ) {}

  /** The programs that match the filters of the query. */
  async list(query: ListQuery, options: Pick<PageOptions, 'size'> = {}): Promise<Page> {
    return this.repository.findPage(await this.requests.parse(programList, query, options));
  }

  /** Those whose `primaryUrl` is the host of one of the URLs; an empty array is no filter. */
  async match(query: ListQuery, urls: readonly string[]): Promise<Page> {
    const inputs = urls.length === 0 ? {} : { url: urls };
    return this.repository.findPage(await this.requests.parse(programList, query, { inputs }));
  }

  /** A program by its id, also one that is closed. @throws NotFoundException */
  get(id: string): Promise<DirectoryItem> {
    return this.repository.findItem(id);
  }

  /** @param limit the number of programs; that of a response by default. */
  changes(form: Form, query: ChangesQuery, limit?: number): Promise<Changes> {
    return this.changesService.read(programList, form, query, limit);
  }
}
