import { GoneException, Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { type DirectoryState, parseDirectoryState } from '../database/directory-state.js';
import { DirectoryWatch } from '../database/directory-watch.js';
import { PageSource } from '../database/page-source.js';
import { type Statement } from '../database/statement.js';
import { type List, type Row } from '../listing/list.js';
import { changesStatement, rowsStatement, sinceStatement } from './changes-statement.js';
import { AFTER_ALL_IDS, type Place, PLACE_GONE } from './place.js';

type SqlRow = readonly (string | null)[];
type SqlRows = readonly SqlRow[];

/** What a snapshot says of its history. */
interface History {
  directory: DirectoryState;
  /** The nonce that the version of the place's snapshot has in this history. */
  nonce: string | null;
  /** The version from which on changes are kept. */
  since: number;
}

/** What was read, and the place behind it. */
export interface ReadChanges {
  directory: DirectoryState;
  rows: Row[];
  next: Place;
}

/** Reads changes from the database, each page in one statement. */
@Injectable()
export class ChangesReader {
  constructor(
    private readonly source: PageSource,
    private readonly database: Database,
    private readonly watch: DirectoryWatch,
  ) {}

  /**
   * Reads what comes after a place; without one, a first load begins.
   * @throws GoneException for a place that the history of the database does not have.
   */
  async read(list: List, place: Place | undefined, limit: number): Promise<ReadChanges> {
    const readsRows = place?.reads !== 'changes';
    // One row more shows whether there is more to read.
    const statement = readsRows ? rowsStatement(list, limit + 1) : changesStatement(list, limit + 1);
    const values = readsRows ? [place?.id ?? 0] : [place.version, place.id];
    const { directory, rows } = await this.run(list, statement, place?.snapshot, values);
    const shown = rows.slice(0, limit);
    const start = place?.version ?? directory.version;
    const next =
      rows.length > limit ? placeAt(shown.at(-1)!, start) : placeBehind(readsRows, start, directory);
    const objects = shown.map((row) => row.slice(2, 2 + list.fields.length)).filter(([id]) => id !== null);
    if (objects.length === 0 && (readsRows || rows.length > limit))
      return this.read(list, { ...next, snapshot: directory }, limit);
    return { directory, rows: objects, next: { ...next, snapshot: directory } };
  }

  /**
   * Reads the changes whose commit began at a time or later.
   * @param time as PostgreSQL reads it; `infinity` for the place behind all changes.
   * @throws GoneException for a time before the changes were kept.
   */
  async readSince(list: List, time: string, limit: number): Promise<ReadChanges> {
    const { directory, rows } = await this.source.read(list.name, sinceStatement(list), [null, time]);
    const [version = null, isKept] = rows[0]!;
    if (isKept !== 't') throw new GoneException(PLACE_GONE);
    const snapshot = directory;
    if (version !== null)
      return this.read(list, { reads: 'changes', version: Number(version), id: 0, snapshot }, limit);
    return { directory, rows: [], next: { ...placeBehind(false, 0, directory), snapshot } };
  }

  private async run(
    list: List,
    statement: Statement,
    snapshot: Place['snapshot'] | undefined,
    values: unknown[],
  ): Promise<{ directory: DirectoryState; rows: SqlRows }> {
    const parameters = [snapshot?.version ?? null, ...values];
    let rows: SqlRows = await this.source.rows(list.name, statement, parameters);
    // A replica may not have reached the place yet.
    if (!hasPlace(historyIn(rows), snapshot)) rows = await this.database.rows(statement, parameters);
    const history = historyIn(rows);
    this.watch.sawDirectory(history.directory);
    if (!hasPlace(history, snapshot)) throw new GoneException(PLACE_GONE);
    return { directory: history.directory, rows: isWithoutRows(rows[0]!) ? [] : rows };
  }
}

/** Without rows there is one row of neither a change nor an object. */
function isWithoutRows([, changedId, id]: SqlRow): boolean {
  return changedId === null && id === null;
}

/** The place at the last row of a full page. */
function placeAt([version, changedId, id]: SqlRow, start: number): Omit<Place, 'snapshot'> {
  return version === null
    ? { reads: 'rows', version: start, id: Number(id) }
    : { reads: 'changes', version: Number(version), id: Number(changedId) };
}

/** The place behind the last row: after a first load the changes since its start, after changes those to come. */
function placeBehind(readRows: boolean, start: number, directory: DirectoryState): Omit<Place, 'snapshot'> {
  return { reads: 'changes', version: readRows ? start : directory.version, id: AFTER_ALL_IDS };
}

function historyIn(rows: SqlRows): History {
  const [since, nonce, text] = rows[0]!.slice(-3);
  return { directory: parseDirectoryState(text!), nonce: nonce!, since: Number(since) };
}

/** Whether a history has the snapshot of a place, and has kept all changes since. */
function hasPlace({ directory, nonce, since }: History, snapshot: Place['snapshot'] | undefined): boolean {
  if (snapshot === undefined) return true;
  return snapshot.version <= directory.version && snapshot.version >= since && nonce === snapshot.nonce;
}
