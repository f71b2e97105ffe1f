import { Controller, Get, Query, VERSION_NEUTRAL } from '@nestjs/common';
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

@Controller({ path: 'networks', version: VERSION_NEUTRAL })
export class NetworksController {
  constructor(private readonly networks: NetworksService) {}

  @Get()
  @ListOperation(networkList, 'base', LIST)
  list(@Query() query: NetworksQuery): Promise<Page> {
    return this.networks.page(query);
  }
}

@Controller({ path: 'networks', version: '1' })
export class NetworksV1Controller {
  constructor(private readonly networks: NetworksService) {}

  @Get()
  @ListOperation(networkList, 'v1', LIST)
  list(@Query() query: NetworksV1Query): Promise<Page> {
    return this.networks.page(query);
  }
}
