import { createHash } from 'node:crypto';
import { type Pool } from 'pg';

/** The valid keys, cached in memory by their digest. */
export class KnownKeys {
  private readonly expiries = new Map<string, number>();

  async load(pool: Pool): Promise<void> {
    const { rows } = await pool.query<{ digest: Buffer; expires_at: Date | null }>(
      `SELECT digest, expires_at FROM api_keys WHERE revoked_at IS NULL AND plan IN ('pro-api', 'enterprise')`,
    );
    for (const { digest, expires_at } of rows) {
      this.expiries.set(digest.toString('hex'), expires_at?.getTime() ?? Infinity);
    }
  }

  admits(key: unknown): boolean {
    if (typeof key !== 'string') return false;
    const expiry = this.expiries.get(createHash('sha256').update(key).digest('hex'));
    return expiry !== undefined && expiry > Date.now();
  }
}
