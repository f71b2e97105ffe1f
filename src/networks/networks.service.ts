import { listService } from '../listing/list.service.js';
import { NetworksRepository } from './networks.repository.js';

export class NetworksService extends listService(NetworksRepository) {}
