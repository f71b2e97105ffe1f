import { Injectable, NotFoundException } from '@nestjs/common';
import { parseDirectoryState } from '../database/directory-state.js';
import { DirectoryWatch } from '../database/directory-watch.js';
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

  constructor(
    private readonly source: PageSource,
    private readonly watch: DirectoryWatch,
  ) {}

  /** @throws NotFoundException where there is no row with that id, and for text that is no id. */
  async read(list: List, id: string): Promise<DirectoryItem> {
    if (!isIdentifier(id)) throw new NotFoundException();
    const item = await this.flight.do(`${list.name} ${id}`, () => this.find(list, id));
    if (item === undefined) throw new NotFoundException();
    return item;
  }

  private async find(list: List, id: string): Promise<DirectoryItem | undefined> {
    const [row] = await this.source.rows(list.name, itemStatement(list), [id]);
    const directory = parseDirectoryState(row!.at(-1)!);
    this.watch.sawDirectory(directory);
    return row![0] === null ? undefined : new DirectoryItem(list, directory, row!);
  }
}
