import { stringify } from 'node:querystring';
import { BadRequestException, Injectable } from '@nestjs/common';
import { type Form } from '../listing/forms.js';
import { INVALID_CURSOR } from '../listing/validation.js';
import { type List } from '../listing/list.js';
import { type PageRead, PAGES_AHEAD, ReadAhead } from '../listing/read-ahead.js';
import { ChangesReader, type ReadChanges } from './changes-reader.js';
import { Changes } from './changes.js';
import { type ChangesQuery } from './changes.query.js';
import { PlaceCodec } from './place-codec.js';
import { parseSince } from './since.js';

/** Objects in one response. */
export const MAX_CHANGES = 500;

/** The changes of lists, for controllers and other rooms. */
@Injectable()
export class ChangesService {
  constructor(
    private readonly reader: ChangesReader,
    private readonly places: PlaceCodec,
    private readonly ahead: ReadAhead,
  ) {}

  /**
   * Reads the changes after the cursor, or since the time; with neither, a first load begins.
   * @throws BadRequestException for a cursor that was not issued for this list and form.
   * @throws GoneException for a cursor or a time that the history of the database does not have.
   */
  read(list: List, form: Form, query: ChangesQuery, limit: number = MAX_CHANGES): Promise<Changes> {
    return this.ahead.read(this.pageRead(list, form, query, limit), true);
  }

  private pageRead(list: List, form: Form, query: ChangesQuery, limit: number): PageRead<Changes> {
    return {
      identity: JSON.stringify(['changes', list.name, form, query.cursor, query.since, limit]),
      query: stringify({ ...query }),
      pagesAhead: () => PAGES_AHEAD,
      read: async () => [await this.readChanges(list, form, query, limit)],
      following: ({ rows, nextCursor }) =>
        rows.length < limit ? undefined : this.pageRead(list, form, { cursor: nextCursor }, limit),
    };
  }

  private async readChanges(
    list: List,
    form: Form,
    { cursor, since }: ChangesQuery,
    limit: number,
  ): Promise<Changes> {
    await this.places.ready();
    const { directory, rows, next } =
      since === undefined
        ? await this.after(list, form, cursor, limit)
        : await this.reader.readSince(list, parseSince(since)!, limit);
    return new Changes(list, directory, rows, this.places.encode(list, form, next));
  }

  private after(list: List, form: Form, cursor: string | undefined, limit: number): Promise<ReadChanges> {
    if (cursor === undefined) return this.reader.read(list, undefined, limit);
    const place = this.places.decode(list, form, cursor);
    if (place === undefined)
      throw new BadRequestException({ details: [{ field: 'cursor', message: INVALID_CURSOR }] });
    return this.reader.read(list, place, limit);
  }
}
