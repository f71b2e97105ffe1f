import { Injectable } from '@nestjs/common';
import { PageReader } from '../listing/page-reader.js';
import { type Page, type PageRequest } from '../listing/page.js';
import { networkList } from './network.list.js';

@Injectable()
export class NetworksRepository {
  constructor(private readonly pages: PageReader) {}

  findPage(request: PageRequest): Promise<Page> {
    return this.pages.read(networkList, request);
  }
}
