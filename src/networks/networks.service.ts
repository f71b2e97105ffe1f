import { listService } from '../listing/list.service.js';
import { networkList } from './network.list.js';

export class NetworksService extends listService(networkList) {}
