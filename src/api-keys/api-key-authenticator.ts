import { Injectable } from '@nestjs/common';
import { DatabaseUnavailable } from '../database/database-unavailable.js';
import { type RequestContext } from '../http/request-context.js';
import { ApiKeyCache } from './api-key-cache.js';
import { type Key } from './key.js';
import { LastUsedRecorder } from './last-used-recorder.js';
import { isWellFormed } from '../tokens/api-key-token.js';

const LONGEST = 256;

/** Decides whose request it is. */
@Injectable()
export class ApiKeyAuthenticator {
  constructor(
    private readonly register: ApiKeyCache,
    private readonly lastUse: LastUsedRecorder,
  ) {}

  /** Admits a request whose key is known to be valid without asking anybody. */
  authenticateFromCache(exchange: RequestContext): boolean {
    if (!this.register.isCurrent && !this.register.isLastKnown) return false;
    return this.authenticateCached(exchange, tokenOf(exchange));
  }

  /**
   * @returns false for a key that is missing, malformed, unknown, expired, revoked or without access.
   * @throws Unavailable when only the database could tell, and is out of reach.
   */
  async authenticate(exchange: RequestContext): Promise<boolean> {
    const token = tokenOf(exchange);
    if (!isWellFormed(token)) return false;
    if (!this.register.isCurrent) {
      try {
        await this.register.load();
      } catch (error) {
        if (
          error instanceof DatabaseUnavailable &&
          this.register.isLastKnown &&
          this.authenticateCached(exchange, token)
        )
          return true;
        throw error;
      }
    }
    return this.authenticateCached(exchange, token);
  }

  private authenticateCached(exchange: RequestContext, token: string): boolean {
    const key: Key | undefined = this.register.find(token);
    const now = Date.now();
    if (key === undefined || key.expiresAt < now) return false;
    exchange.client = key;
    this.lastUse.record(key, now);
    return true;
  }
}

function tokenOf({ request }: RequestContext): string {
  const token = request.headers['x-api-key'];
  return typeof token === 'string' && token.length <= LONGEST ? token : '';
}
