import { Injectable } from '@nestjs/common';
import { isPlan, type Plan } from '../config/plans.js';
import { Database } from '../database/database.js';
import { DirectoryWatch } from '../database/directory-watch.js';
import { SingleFlight } from '../database/single-flight.js';
import { digestOf } from '../tokens/api-key-token.js';

const KEYS = {
  name: 'keys',
  text: `SELECT encode(digest, 'hex'), id, plan, extract(epoch FROM expires_at) * 1000, number
    FROM versions LEFT JOIN api_keys ON revoked_at IS NULL
    WHERE subject = 'api_keys'`,
};

/** A key with access to the API, as a running server knows it. */
export interface Key {
  id: number;
  plan: Plan;
  /** The last moment at which it is valid, in milliseconds since 1970; infinite for a key without expiry. */
  expiresAt: number;
}

/** All keys that are not revoked, by their digests, as of a version of the table. They are few, so all are cached. */
@Injectable()
export class ApiKeyCache {
  private keys = new Map<string, Key>();
  /** The keys by the tokens that were sent for them. Only tokens of existing keys are cached, which bounds the size. */
  private recognised = new Map<string, Key>();
  private version: number | undefined;
  private readonly flight = new SingleFlight();
  private startedReads = 0;
  private latestRead = 0;

  constructor(
    private readonly database: Database,
    private readonly watch: DirectoryWatch,
  ) {
    watch.onRewind(() => (this.version = undefined));
  }

  /** True when the cached keys are known to be those of the database. */
  get isCurrent(): boolean {
    return (
      this.watch.trust === 'current' && this.version !== undefined && this.version === this.watch.keysVersion
    );
  }

  /** True when the database is unavailable, and the keys known before still count. */
  get isLastKnown(): boolean {
    return this.watch.trust === 'down' && this.version !== undefined;
  }

  /** Returns the key of a token. A token that was recognised before is not hashed again. */
  find(token: string): Key | undefined {
    const known = this.recognised.get(token);
    if (known !== undefined) return known;
    const key = this.keys.get(digestOf(token));
    if (key !== undefined) this.recognised.set(token, key);
    return key;
  }

  /** Reads the keys again. @throws DatabaseUnavailable */
  async load(): Promise<void> {
    await this.flight.do('keys', () => this.read());
  }

  private async read(): Promise<void> {
    const read = ++this.startedReads;
    const rows = await this.database.rows(KEYS);
    // A read that began later has a later state.
    if (read < this.latestRead) return;
    this.latestRead = read;
    const keys = new Map<string, Key>();
    for (const [digest, id, plan, expiresAt] of rows) {
      if (digest === null || !isPlan(plan!)) continue;
      keys.set(digest!, {
        id: Number(id),
        plan,
        expiresAt: expiresAt === null ? Infinity : Number(expiresAt),
      });
    }
    this.keys = keys;
    this.recognised = new Map();
    this.version = Number(rows[0]![4]);
    this.watch.sawKeys(this.version);
  }
}
