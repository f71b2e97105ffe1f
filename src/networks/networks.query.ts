import { listQuery } from '../listing/list-query.js';
import { networkList } from './network.list.js';

export class NetworksQuery extends listQuery(networkList, 'base') {}

export class NetworksV1Query extends listQuery(networkList, 'v1') {}
