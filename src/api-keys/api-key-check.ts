import { Injectable } from '@nestjs/common';
import { Unavailable } from '../database/outage.js';
import { type Exchange } from '../http/exchange.js';
import { KeyRegister } from './key-register.js';
import { type Key } from './key.js';
import { LastUse } from './last-use.js';
import { isWellFormed } from './token.js';

const LONGEST = 256;

/** Decides whose request it is. */
@Injectable()
export class ApiKeyCheck {
  constructor(
    private readonly register: KeyRegister,
    private readonly lastUse: LastUse,
  ) {}

  /** Admits a request whose key is known to be valid without asking anybody. */
  admitKnown(exchange: Exchange): boolean {
    if (!this.register.isCurrent && !this.register.isLastKnown) return false;
    return this.admitHeld(exchange, tokenOf(exchange));
  }

  /**
   * @returns false for a key that is missing, malformed, unknown, expired, revoked or without access.
   * @throws Unavailable when only the database could tell, and is out of reach.
   */
  async admit(exchange: Exchange): Promise<boolean> {
    const token = tokenOf(exchange);
    if (!isWellFormed(token)) return false;
    if (!this.register.isCurrent) {
      try {
        await this.register.load();
      } catch (error) {
        if (error instanceof Unavailable && this.register.isLastKnown && this.admitHeld(exchange, token))
          return true;
        throw error;
      }
    }
    return this.admitHeld(exchange, token);
  }

  private admitHeld(exchange: Exchange, token: string): boolean {
    const key: Key | undefined = this.register.find(token);
    const now = Date.now();
    if (key === undefined || key.expiresAt < now) return false;
    exchange.key = key;
    this.lastUse.note(key, now);
    return true;
  }
}

function tokenOf({ request }: Exchange): string {
  const token = request.headers['x-api-key'];
  return typeof token === 'string' && token.length <= LONGEST ? token : '';
}
