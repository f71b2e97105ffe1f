import { waitFor } from '../../program/wait-for.js';
import { createDataSource } from '../../../src/database/data-source.js';
import { ApiKey } from '../../../src/api-keys/api-key.entity.js';
import { ApiKeysRepository } from '../../../src/api-keys/api-keys.repository.js';
import { must, type Scenario } from '../scenario.js';
import { type Instance } from '../servers/instance.js';
import { sendTo } from '../traffic/send.js';
import { Tally } from '../traffic/tally.js';

const ROUNDS = { full: 20, short: 3 };
const GRACE_MS = 1_500;

export const keysChanged: Scenario = {
  broken: 'nothing: keys are created, rotated, revoked, and expire, on two instances',
  async run(stage) {
    await stage.fill();
    const instances = [await stage.instance(), await stage.instance()];
    for (const instance of instances) await instance.untilReady();
    const dataSource = await createDataSource({ url: stage.primary.url, entities: [ApiKey] }).initialize();
    const keys = new ApiKeysRepository(dataSource);
    const seen: Record<string, number> = { made: 0, rotated: 0, expired: 0, revoked: 0 };
    const note = (change: string, ms: number) => (seen[change] = Math.max(seen[change]!, ms));
    try {
      for (let round = 0; round < ROUNDS[stage.short ? 'short' : 'full']; round++) {
        const first = await keys.create({ holder: 'Test holder', plan: 'pro-api', expiresAt: null });
        note('made', await untilAll(instances, first.token, 200));
        const second = await keys.rotate(first.id, GRACE_MS);
        const end = performance.now() + GRACE_MS;
        note('rotated', await untilAll(instances, second.token, 200));
        must(
          await allAnswer(instances, first.token, 200),
          'a rotated key should be valid in its grace period',
        );
        await untilAll(instances, first.token, 401, GRACE_MS + 1000);
        note('expired', Math.max(0, performance.now() - end));
        await keys.revoke(second.id);
        note('revoked', await untilAll(instances, second.token, 401));
      }
    } finally {
      await dataSource.destroy();
    }
    const times = Object.entries(seen).map(([change, ms]) => `${change} ${Math.round(ms)} ms`);
    return { tally: new Tally(), notes: [`effective on both after at most: ${times.join(', ')}`] };
  },
};

/** @returns the milliseconds until every instance responds with the status. @throws when that takes longer than `ms`. */
async function untilAll(instances: Instance[], key: string, status: number, ms = 1000): Promise<number> {
  const start = performance.now();
  await waitFor(() => allAnswer(instances, key, status), ms);
  return performance.now() - start;
}

async function allAnswer(instances: Instance[], key: string, status: number): Promise<boolean> {
  const replies = await Promise.all(
    instances.map(({ port }) =>
      sendTo(port)({ method: 'HEAD', path: '/networks', headers: { 'x-api-key': key } }),
    ),
  );
  return replies.every((reply) => reply.status === status);
}
