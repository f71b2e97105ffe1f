import { Injectable } from '@nestjs/common';
import { type DirectoryItem } from '../listing/directory-item.js';
import { ItemReader } from '../listing/item-reader.js';
import { PageReader } from '../listing/page-reader.js';
import { type Page, type PageRequest } from '../listing/page.js';
import { networkList } from './network.list.js';

@Injectable()
export class NetworksRepository {
  constructor(
    private readonly pages: PageReader,
    private readonly items: ItemReader,
  ) {}

  findPage(request: PageRequest): Promise<Page> {
    return this.pages.read(networkList, request);
  }

  /** @throws NotFoundException */
  findItem(id: string): Promise<DirectoryItem> {
    return this.items.read(networkList, id);
  }
}
