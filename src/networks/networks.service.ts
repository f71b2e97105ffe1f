import { Injectable } from '@nestjs/common';
import { PageRequestParser } from '../listing/page-request-parser.js';
import { type Page } from '../listing/page.js';
import { networkList } from './network.list.js';
import { type NetworksQuery } from './networks.query.js';
import { NetworksRepository } from './networks.repository.js';

@Injectable()
export class NetworksService {
  constructor(
    private readonly repository: NetworksRepository,
    private readonly requests: PageRequestParser,
  ) {}

  /** @throws BadRequestException for a cursor that was not issued for this order. */
  async list(query: NetworksQuery): Promise<Page> {
    return this.repository.findPage(await this.requests.parse(networkList, query));
  }
}
