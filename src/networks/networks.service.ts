import { Injectable } from '@nestjs/common';
import { ListService } from '../listing/list.service.js';
import { Positions } from '../listing/positions.js';
import { networkList } from './network.list.js';
import { NetworksRepository } from './networks.repository.js';

@Injectable()
export class NetworksService extends ListService {
  constructor(repository: NetworksRepository, positions: Positions) {
    super(networkList, repository, positions);
  }
}
