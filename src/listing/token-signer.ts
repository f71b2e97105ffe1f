import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { DirectoryWatch } from '../database/directory-watch.js';

const SECRET = { name: 'cursor secret', text: 'SELECT secret FROM cursor_secret' };
const MAC_BYTES = 12;

/**
 * Signs what clients carry from one request to the next, so that a token that was damaged, tampered with, or issued for
 * something else is recognised on every instance.
 */
@Injectable()
export class TokenSigner {
  private secret: string | undefined;

  constructor(
    private readonly database: Database,
    watch: DirectoryWatch,
  ) {
    // A database that was restored may have another secret.
    watch.onRewind(() => (this.secret = undefined));
  }

  /** Must be awaited before `sign` and `verify`: the secret is in the database. */
  async ready(): Promise<void> {
    this.secret ??= (await this.database.rows(SECRET))[0]![0]!;
  }

  /** @param scope what the token is valid for. */
  sign(scope: unknown[], content: string): string {
    const bytes = Buffer.from(content);
    return Buffer.concat([this.mac(scope, bytes), bytes]).toString('base64url');
  }

  /** @returns the content; undefined for anything that `sign` did not return for this scope. */
  verify(scope: unknown[], token: string): string | undefined {
    const bytes = Buffer.from(token, 'base64url');
    const content = bytes.subarray(MAC_BYTES);
    if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== token) return undefined;
    return timingSafeEqual(bytes.subarray(0, MAC_BYTES), this.mac(scope, content))
      ? content.toString()
      : undefined;
  }

  private mac(scope: unknown[], content: Buffer): Buffer {
    return createHmac('sha256', this.secret!)
      .update(`${JSON.stringify(scope)}\n`)
      .update(content)
      .digest()
      .subarray(0, MAC_BYTES);
  }
}
