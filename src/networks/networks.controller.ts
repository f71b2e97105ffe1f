import { Controller, Get, Query } from '@nestjs/common';
import { ListOperation } from '../listing/list-operation.js';
import { type Page } from '../listing/page.js';
import { networkList } from './network.list.js';
import { NetworksQuery, NetworksV1Query } from './networks.query.js';
import { NetworksService } from './networks.service.js';

const LIST = {
  id: 'listNetworks',
  summary: 'List live networks',
  description: 'The affiliate networks that are live, 50 on a page.',
};

@Controller('networks')
export class NetworksController {
  constructor(private readonly networks: NetworksService) {}

  @Get()
  @ListOperation(networkList, 'base', LIST)
  list(@Query() query: NetworksQuery): Promise<Page> {
    return this.networks.list(query);
  }

  @Get()
  @ListOperation(networkList, 'v1', LIST)
  listV1(@Query() query: NetworksV1Query): Promise<Page> {
    return this.networks.list(query);
  }
}
