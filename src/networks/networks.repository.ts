import { Injectable } from '@nestjs/common';
import { DirectoryWatch } from '../database/directory-watch.js';
import { PageSource } from '../database/page-source.js';
import { ListRepository } from '../listing/list.repository.js';
import { networkList } from './network.list.js';

@Injectable()
export class NetworksRepository extends ListRepository {
  constructor(source: PageSource, watch: DirectoryWatch) {
    super(networkList, source, watch);
  }
}
