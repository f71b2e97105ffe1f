import { listRepository } from '../listing/list.repository.js';
import { networkList } from './network.list.js';

export class NetworksRepository extends listRepository(networkList) {}
