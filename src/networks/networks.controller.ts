import { Controller, Get, Param, Query } from '@nestjs/common';
import { ChangesOperation } from '../changes/changes-operation.js';
import { type Changes } from '../changes/changes.js';
import { ChangesQuery } from '../changes/changes.query.js';
import { type DirectoryItem } from '../listing/directory-item.js';
import { ItemOperation } from '../listing/item-operation.js';
import { ListOperation } from '../listing/list-operation.js';
import { NoQuery } from '../listing/no-query.js';
import { type Page } from '../listing/page.js';
import { changedNetworkList, networkList } from './network.list.js';
import { NetworksQuery, NetworksV1Query } from './networks.query.js';
import { NetworksService } from './networks.service.js';

const LIST = {
  id: 'listNetworks',
  summary: 'List live networks',
  description: 'The affiliate networks that are live and match every filter, 50 on a page.',
};
const GET = {
  id: 'getNetwork',
  summary: 'Get a network',
  description: 'One network by its `id`, also one that is not live.',
};
const CHANGES = {
  id: 'listNetworkChanges',
  summary: 'Follow changes of networks',
  description:
    'Keeps a copy of the live networks: begins with all of them, and goes on with what changed, oldest change first, up to 500 in a response. Remove a network with `live` false, which is no longer live or was deleted, and store any other. Follow the `next` address of `Link` until the response is an empty array, keep the last one, and request it again later.',
};

@Controller()
export class NetworksController {
  constructor(private readonly networks: NetworksService) {}

  @Get('networks')
  @ListOperation(networkList, 'base', LIST)
  list(@Query() query: NetworksQuery): Promise<Page> {
    return this.networks.list(query);
  }

  @Get('networks')
  @ListOperation(networkList, 'v1', LIST)
  listV1(@Query() query: NetworksV1Query): Promise<Page> {
    return this.networks.list(query);
  }

  @Get('networks/:id')
  @ItemOperation(networkList, 'base', GET)
  get(@Query() _query: NoQuery, @Param('id') id: string): Promise<DirectoryItem> {
    return this.networks.get(id);
  }

  @Get('networks/:id')
  @ItemOperation(networkList, 'v1', GET)
  getV1(@Query() _query: NoQuery, @Param('id') id: string): Promise<DirectoryItem> {
    return this.networks.get(id);
  }

  @Get('networks-changes')
  @ChangesOperation(changedNetworkList, 'base', CHANGES)
  changes(@Query() query: ChangesQuery): Promise<Changes> {
    return this.networks.changes('base', query);
  }

  @Get('networks-changes')
  @ChangesOperation(changedNetworkList, 'v1', CHANGES)
  changesV1(@Query() query: ChangesQuery): Promise<Changes> {
    return this.networks.changes('v1', query);
  }
}
