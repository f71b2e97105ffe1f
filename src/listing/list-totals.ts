import { Injectable } from '@nestjs/common';
import { type DirectoryState, listVersion } from '../database/directory-state.js';
import { DirectoryWatch } from '../database/directory-watch.js';
import { type List } from './list.js';

/** The number of rows of each list, at the version at which it was counted. */
@Injectable()
export class ListTotals {
  private readonly counted = new Map<string, { version: number; total: number }>();

  constructor(private readonly watch: DirectoryWatch) {
    watch.onRewind(() => this.counted.clear());
  }

  /** Whether the number at the latest known version is known. */
  isCurrent(list: List): boolean {
    return this.watch.directory !== undefined && this.at(list, this.watch.directory) !== undefined;
  }

  /** The number at the version of a state; undefined where it was not counted at that version. */
  at(list: List, state: DirectoryState): number | undefined {
    const counted = this.counted.get(list.name);
    return counted?.version === listVersion(state, list.name) ? counted.total : undefined;
  }

  set(list: List, state: DirectoryState, total: number): void {
    const version = listVersion(state, list.name);
    if (version >= (this.counted.get(list.name)?.version ?? 0))
      this.counted.set(list.name, { version, total });
  }
}
