import { Injectable } from '@nestjs/common';
import { type Changes } from '../changes/changes.js';
import { type ChangesQuery } from '../changes/changes.query.js';
import { ChangesService } from '../changes/changes.service.js';
import { type DirectoryItem } from '../listing/directory-item.js';
import { type Form } from '../listing/forms.js';
import { type ListQuery } from '../listing/list-query.js';
import { type PageOptions, PageRequestParser } from '../listing/page-request-parser.js';
import { type Page } from '../listing/page.js';
import { changedNetworkList, networkList } from './network.list.js';
import { NetworksRepository } from './networks.repository.js';

@Injectable()
export class NetworksService {
  constructor(
    private readonly repository: NetworksRepository,
    private readonly requests: PageRequestParser,
    private readonly changesService: ChangesService,
  ) {}

  /** The networks that match the filters of the query. */
  async list(query: ListQuery, options: Pick<PageOptions, 'size'> = {}): Promise<Page> {
    return this.repository.findPage(await this.requests.parse(networkList, query, options));
  }

  /** A network by its id, also one that is not live. @throws NotFoundException */
  get(id: string): Promise<DirectoryItem> {
    return this.repository.findItem(id);
  }

  /** @param limit the number of networks; that of a response by default. */
  changes(form: Form, query: ChangesQuery, limit?: number): Promise<Changes> {
    return this.changesService.read(changedNetworkList, form, query, limit);
  }
}
