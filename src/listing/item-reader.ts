import { Injectable, NotFoundException } from '@nestjs/common';
import { PageSource } from '../database/page-source.js';
import { SingleFlight } from '../database/single-flight.js';
import { DirectoryItem } from './directory-item.js';
import { isIdentifier } from './filter-types.js';
import { type List } from './list.js';
import { itemStatement } from './page-statement.js';

/** Reads single objects from the database. */
@Injectable()
export class ItemReader {
  private readonly flight = new SingleFlight();

  constructor(private readonly source: PageSource) {}

  /** @throws NotFoundException where there is no row with that id, and for text that is no id. */
  async read(list: List, id: string): Promise<DirectoryItem> {
    if (!isIdentifier(id)) throw new NotFoundException();
    const item = await this.flight.do(`${list.name} ${id}`, () => this.find(list, id));
    if (item === undefined) throw new NotFoundException();
    return item;
  }

  private async find(list: List, id: string): Promise<DirectoryItem | undefined> {
    const { directory, rows } = await this.source.read(list.name, itemStatement(list), [id]);
    const row = rows[0]!;
    return row[0] === null ? undefined : new DirectoryItem(list, directory, row);
  }
}
