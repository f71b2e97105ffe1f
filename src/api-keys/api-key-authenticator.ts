import { Injectable } from '@nestjs/common';
import { DatabaseUnavailable } from '../database/database-unavailable.js';
import { type RequestContext } from '../http/request-context.js';
import { ApiKeyCache } from './api-key-cache.js';
import { LastUsedRecorder } from './last-used-recorder.js';
import { isWellFormed } from '../tokens/api-key-token.js';

const MAX_TOKEN_LENGTH = 256;

/** Authenticates requests by their API key. */
@Injectable()
export class ApiKeyAuthenticator {
  constructor(
    private readonly cache: ApiKeyCache,
    private readonly lastUsed: LastUsedRecorder,
  ) {}

  /** Authenticates a request without a query; also false where only the database could decide. */
  authenticateFromCache(context: RequestContext): boolean {
    if (!this.cache.isCurrent && !this.cache.isLastKnown) return false;
    return this.authenticateCached(context, tokenOf(context));
  }

  /**
   * @param bearer whether the key may be in `Authorization: Bearer`
   * @returns false for a key that is missing, malformed, unknown, expired, revoked or without access.
   * @throws DatabaseUnavailable when only the database could decide.
   */
  async authenticate(context: RequestContext, { bearer = false } = {}): Promise<boolean> {
    const token = tokenOf(context, bearer);
    if (!isWellFormed(token)) return false;
    if (!this.cache.isCurrent) {
      try {
        await this.cache.load();
      } catch (error) {
        if (
          error instanceof DatabaseUnavailable &&
          this.cache.isLastKnown &&
          this.authenticateCached(context, token)
        )
          return true;
        throw error;
      }
    }
    return this.authenticateCached(context, token);
  }

  private authenticateCached(context: RequestContext, token: string): boolean {
    const key = this.cache.find(token);
    const now = Date.now();
    if (key === undefined || key.expiresAt < now) return false;
    context.client = key;
    this.lastUsed.record(key, now);
    return true;
  }
}

function tokenOf({ request: { headers } }: RequestContext, bearer = false): string {
  const token = headers['x-api-key'] ?? (bearer ? bearerTokenOf(headers.authorization) : undefined);
  return typeof token === 'string' && token.length <= MAX_TOKEN_LENGTH ? token : '';
}

function bearerTokenOf(authorization = ''): string | undefined {
  return /^bearer +(\S+)$/i.exec(authorization)?.[1];
}
