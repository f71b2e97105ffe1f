import { createToken, digestOf, prefixOf } from '../../src/tokens/api-key-token.js';
import { type TestDatabase } from './test-database.js';

interface KeyRow {
  plan?: string;
  expiresAt?: Date;
  revokedAt?: Date;
}

/** Adds an API key, and returns it as its holder knows it. */
export async function addKey(database: TestDatabase, row: KeyRow = {}): Promise<string> {
  const token = createToken();
  await database.sql(
    `INSERT INTO api_keys (digest, prefix, holder, plan, expires_at, revoked_at)
     VALUES (decode($1, 'hex'), $2, 'Test holder', $3, $4, $5)`,
    [digestOf(token), prefixOf(token), row.plan ?? 'pro-api', row.expiresAt ?? null, row.revokedAt ?? null],
  );
  return token;
}
