import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { DirectoryWatch } from '../database/directory-watch.js';
import { type List, type Order } from './list.js';
import { type Cursor, type ListFilter } from './page.js';

const SECRET = { name: 'cursor secret', text: 'SELECT secret FROM cursor_secret' };
const MAC_BYTES = 12;
const LETTER = { after: 'a', before: 'b' } as const;

/** What a cursor is valid for, beside its list. */
interface Scope {
  order: Order;
  filter?: ListFilter | undefined;
}

/**
 * Encodes cursors as opaque tokens for clients, and decodes them. A token is signed for its list, order and filter, so
 * that one that was damaged, tampered with, or issued for something else is recognised on every instance.
 */
@Injectable()
export class CursorCodec {
  private secret: string | undefined;

  constructor(
    private readonly database: Database,
    watch: DirectoryWatch,
  ) {
    // A database that was restored may have another secret.
    watch.onRewind(() => (this.secret = undefined));
  }

  /** Must be awaited before `encode` and `decode`: the secret is in the database. */
  async ready(): Promise<void> {
    this.secret ??= (await this.database.rows(SECRET))[0]![0]!;
  }

  encode(list: List, scope: Scope, cursor: Cursor): string {
    const content = Buffer.from(`${LETTER[cursor.direction]}${cursor.id} ${cursor.key}`);
    return Buffer.concat([this.sign(list, scope, content), content]).toString('base64url');
  }

  /** @returns undefined for anything that `encode` did not return for this list, order and filter. */
  decode(list: List, scope: Scope, token: string): Cursor | undefined {
    const bytes = Buffer.from(token, 'base64url');
    const content = bytes.subarray(MAC_BYTES);
    if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== token) return undefined;
    if (!timingSafeEqual(bytes.subarray(0, MAC_BYTES), this.sign(list, scope, content))) return undefined;
    const [, letter, id, key] = /^([ab])(-?\d+) (.*)$/s.exec(content.toString())!;
    return { direction: letter === LETTER.after ? 'after' : 'before', id: Number(id), key: key! };
  }

  private sign(list: List, { order, filter }: Scope, content: Buffer): Buffer {
    const scope = [list.name, order.field.name, order.descending, filter?.column, filter?.values];
    return createHmac('sha256', this.secret!)
      .update(`${JSON.stringify(scope)}\n`)
      .update(content)
      .digest()
      .subarray(0, MAC_BYTES);
  }
}
