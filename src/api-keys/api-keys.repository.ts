import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { ApiKey } from './api-key.entity.js';
import { type Plan, planNames } from '../config/plans.js';
import { createToken, digestOf, prefixOf } from '../tokens/api-key-token.js';

/** The properties of a key to create. */
export interface NewKey {
  holder: string;
  plan: Plan;
  /** The last moment at which the key is valid. */
  expiresAt: Date | null;
}

/** A key that was just created, with its token, which is not stored. */
export interface CreatedKey extends NewKey {
  id: number;
  token: string;
}

/** The key cannot be changed as asked; the message is for the operator. */
export class KeyChangeRejected extends Error {}

/** Creates and changes keys. Every running server sees each change, see `ApiKeyCache`. */
@Injectable()
export class ApiKeysRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  create(key: NewKey): Promise<CreatedKey> {
    return insert(this.dataSource.manager, key);
  }

  /** Returns all keys, the oldest first. */
  list(): Promise<ApiKey[]> {
    return this.dataSource.getRepository(ApiKey).find({ order: { id: 'ASC' } });
  }

  /** Counts all keys. */
  count(): Promise<number> {
    return this.dataSource.getRepository(ApiKey).count();
  }

  /** Counts the keys of each plan that are valid now. */
  async countValid(): Promise<Record<string, number>> {
    const rows = await this.dataSource.query<{ plan: string; keys: number }[]>(
      `SELECT plan, count(*)::integer AS keys FROM api_keys
         WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at >= now())
         GROUP BY plan ORDER BY plan`,
    );
    const none = planNames.map((plan) => [plan, 0]);
    const some = rows.map(({ plan, keys }) => [plan, keys]);
    return Object.fromEntries([...none, ...some]) as Record<string, number>;
  }

  /**
   * Revokes a key permanently; one that is revoked already stays unchanged.
   * @throws KeyChangeRejected when there is no such key.
   */
  async revoke(id: number): Promise<ApiKey> {
    return this.dataSource.transaction(async (manager) => {
      const key = await locked(manager, id);
      key.revokedAt ??= new Date();
      return manager.save(key);
    });
  }

  /**
   * Creates a key that replaces another, which stays valid for a grace period.
   * @param grace milliseconds that the old key stays valid.
   * @throws KeyChangeRejected for a key that is unknown, revoked, expired or rotated already.
   */
  async rotate(id: number, grace: number): Promise<CreatedKey> {
    return this.dataSource.transaction(async (manager) => {
      const old = await locked(manager, id);
      const state = stateOf(old);
      if (state !== 'active') throw new KeyChangeRejected(`Key ${id} is ${state} and cannot be rotated.`);
      const created = await insert(manager, {
        holder: old.holder,
        plan: old.plan as Plan,
        expiresAt: old.expiresAt,
      });
      const end = Math.min(Date.now() + grace, old.expiresAt?.getTime() ?? Infinity);
      await manager.save(Object.assign(old, { expiresAt: new Date(end), rotatedInto: created.id }));
      return created;
    });
  }
}

/** The state of a key, see `stateOf`. */
export type KeyState = 'active' | 'rotated' | 'expired' | 'revoked';

/** Returns the state of a key now. A rotated key is valid until its grace period ends; then it is expired. */
export function stateOf(key: ApiKey): KeyState {
  if (key.revokedAt !== null) return 'revoked';
  if (key.expiresAt !== null && key.expiresAt.getTime() < Date.now()) return 'expired';
  return key.rotatedInto === null ? 'active' : 'rotated';
}

async function insert(manager: EntityManager, { holder, plan, expiresAt }: NewKey): Promise<CreatedKey> {
  const token = createToken();
  const digest = Buffer.from(digestOf(token), 'hex');
  const { id } = await manager.save(
    manager.create(ApiKey, { digest, prefix: prefixOf(token), holder, plan, expiresAt }),
  );
  return { id, token, holder, plan, expiresAt };
}

async function locked(manager: EntityManager, id: number): Promise<ApiKey> {
  const key = await manager.findOne(ApiKey, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (key === null) throw new KeyChangeRejected(`There is no key with id ${id}.`);
  return key;
}
