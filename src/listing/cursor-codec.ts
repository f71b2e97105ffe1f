import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { type List, type Order } from './list.js';
import { type Cursor } from './page.js';

const SECRET = { name: 'cursor secret', text: 'SELECT secret FROM cursor_secret' };
const MAC_BYTES = 12;
const LETTER = { after: 'a', before: 'b' } as const;

/**
 * Writes positions as tokens that clients carry, and reads them back. A token is signed for its list and order, so
 * that one which was damaged, tampered with, or belongs to another order, is recognised.
 */
@Injectable()
export class CursorCodec {
  private secret: string | undefined;

  constructor(private readonly database: Database) {}

  /** Must have been awaited before tokens are written or read: the secret is in the database. */
  async ready(): Promise<void> {
    this.secret ??= (await this.database.rows(SECRET))[0]![0]!;
  }

  encode(list: List, order: Order, position: Cursor): string {
    const content = Buffer.from(`${LETTER[position.direction]}${position.id} ${position.key}`);
    return Buffer.concat([this.sign(list, order, content), content]).toString('base64url');
  }

  /** @returns undefined for anything that `write` did not write for this list and order. */
  decode(list: List, order: Order, token: string): Cursor | undefined {
    const bytes = Buffer.from(token, 'base64url');
    const content = bytes.subarray(MAC_BYTES);
    if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== token) return undefined;
    if (!timingSafeEqual(bytes.subarray(0, MAC_BYTES), this.sign(list, order, content))) return undefined;
    const [, letter, id, key] = /^([ab])(-?\d+) (.*)$/s.exec(content.toString())!;
    return { direction: letter === LETTER.after ? 'after' : 'before', id: Number(id), key: key! };
  }

  private sign(list: List, order: Order, content: Buffer): Buffer {
    return createHmac('sha256', this.secret!)
      .update(`${list.name} ${order.descending ? '-' : ''}${order.field.name}\n`)
      .update(content)
      .digest()
      .subarray(0, MAC_BYTES);
  }
}
