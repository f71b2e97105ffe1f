import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { DirectoryWatch } from '../database/directory-watch.js';
import { ListRepository } from '../listing/list.repository.js';
import { networkList } from './network.list.js';

@Injectable()
export class NetworksRepository extends ListRepository {
  constructor(database: Database, watch: DirectoryWatch) {
    super(networkList, database, watch);
  }
}
