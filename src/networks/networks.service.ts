import { Injectable } from '@nestjs/common';
import { type Changes } from '../changes/changes.js';
import { type ChangesQuery } from '../changes/changes.query.js';
import { ChangesService } from '../changes/changes.service.js';
import { type Form } from '../listing/forms.js';
import { PageRequestParser } from '../listing/page-request-parser.js';
import { type Page } from '../listing/page.js';
import { changedNetworkList, networkList } from './network.list.js';
import { type NetworksQuery } from './networks.query.js';
import { NetworksRepository } from './networks.repository.js';

@Injectable()
export class NetworksService {
  constructor(
    private readonly repository: NetworksRepository,
    private readonly requests: PageRequestParser,
    private readonly feed: ChangesService,
  ) {}

  /** @throws BadRequestException for a cursor that was not issued for this order. */
  async list(query: NetworksQuery): Promise<Page> {
    return this.repository.findPage(await this.requests.parse(networkList, query));
  }

  /** @param limit the number of networks; that of a response by default. */
  changes(form: Form, query: ChangesQuery, limit?: number): Promise<Changes> {
    return this.feed.read(changedNetworkList, form, query, limit);
  }
}
