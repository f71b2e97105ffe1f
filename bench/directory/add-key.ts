import { Client } from 'pg';
import { createToken, digestOf, prefixOf } from '../../src/tokens/api-key-token.js';

/** Issues a key to read everything with. */
export async function addKey(url: string): Promise<string> {
  const key = createToken();
  const client = new Client(url);
  await client.connect();
  await client.query(
    `INSERT INTO api_keys (digest, prefix, holder, plan) VALUES ($1, $2, 'Bench', 'enterprise')`,
    [Buffer.from(digestOf(key), 'hex'), prefixOf(key)],
  );
  await client.end();
  return key;
}
