import { Injectable } from '@nestjs/common';
import { type ListFilters } from './list-filters.js';
import { type List, type Order } from './list.js';
import { type Cursor } from './page.js';
import { TokenSigner } from './token-signer.js';

const LETTER = { after: 'a', before: 'b' } as const;

/** What a cursor is valid for, beside its list. */
interface Scope {
  order: Order;
  filters: ListFilters;
}

/** Encodes cursors as opaque tokens for clients, and decodes them. A token is signed for its list, order and filters. */
@Injectable()
export class CursorCodec {
  constructor(private readonly signer: TokenSigner) {}

  /** Must be awaited before `encode` and `decode`. */
  ready(): Promise<void> {
    return this.signer.ready();
  }

  encode(list: List, scope: Scope, cursor: Cursor): string {
    return this.signer.sign(scopeOf(list, scope), `${LETTER[cursor.direction]}${cursor.id} ${cursor.key}`);
  }

  /** @returns undefined for anything that `encode` did not return for this list, order and filters. */
  decode(list: List, scope: Scope, token: string): Cursor | undefined {
    const content = this.signer.verify(scopeOf(list, scope), token);
    if (content === undefined) return undefined;
    const [, letter, id, key] = /^([ab])(-?\d+) (.*)$/s.exec(content)!;
    return { direction: letter === LETTER.after ? 'after' : 'before', id: Number(id), key: key! };
  }
}

function scopeOf(list: List, { order, filters }: Scope): unknown[] {
  return [list.name, order.field.name, order.descending, filters.identity];
}
