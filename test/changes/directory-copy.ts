import { expect } from '@jest/globals';
import { type Reply } from '../client/http-client.js';
import { links } from '../client/walk.js';

interface Item {
  id: number;
  status?: boolean;
  live?: boolean;
}

/** A client's copy of a list, kept by following its changes. */
export class DirectoryCopy {
  readonly items = new Map<number, Item>();
  /** The version of the last response. */
  version = 0;
  /** Responses that had objects. */
  pages = 0;

  /** @param place the address of the first request, then that of the next one. */
  constructor(
    private readonly ask: (target: string) => Promise<Reply>,
    public place: string,
  ) {}

  /** Makes one request, and applies what it returns. @returns whether there was nothing. */
  async step(): Promise<boolean> {
    const reply = await this.ask(this.place);
    expect({ place: this.place, status: reply.status }).toEqual({ place: this.place, status: 200 });
    const { next, ...others } = links(reply);
    expect(others).toEqual({});
    for (const item of reply.json as Item[]) {
      if (item.status === false || item.live === false) this.items.delete(item.id);
      else this.items.set(item.id, item);
    }
    this.place = next!;
    this.version = Number(reply.headers['directory-version']);
    const isEmpty = reply.text === '[]';
    if (!isEmpty) this.pages++;
    return isEmpty;
  }

  /** Follows until there is nothing more. */
  async catchUp(): Promise<void> {
    for (let steps = 0; !(await this.step());)
      if (++steps > 1000) throw new Error(`${this.place} has no end`);
  }

  /** The objects by id, without `live`, as the list shows them. */
  get list(): Item[] {
    const items = [...this.items.values()].sort((one, other) => one.id - other.id);
    return items.map((item) => {
      const shown = { ...item };
      delete shown.live;
      return shown;
    });
  }
}
