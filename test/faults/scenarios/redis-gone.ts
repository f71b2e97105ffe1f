import { setTimeout as pause } from 'node:timers/promises';
import { must, type Scenario } from '../scenario.js';
import { Redis } from '../servers/redis.js';
import { waitFor } from '../../program/wait-for.js';
import { cachedPages, uncachedPages } from '../traffic/sample-requests.js';
import { sendTo } from '../traffic/send.js';
import { Tally } from '../traffic/tally.js';
import { Traffic } from '../traffic/traffic.js';

const OUTAGE_MS = 3_000;
const SHARED = 'directory_rate_limits_shared ';

/** A Redis that becomes unavailable under load, and comes back: until then requests are counted in memory. */
function redisGone(
  broken: string,
  go: (redis: Redis) => Promise<void> | void,
  comeBack: (redis: Redis) => Promise<void> | void,
): Scenario {
  return {
    broken,
    async run(stage) {
      await stage.fill();
      const redis = stage.willEnd(await Redis.create());
      await redis.start();
      const instance = await stage.instance({ REDIS_URL: redis.url, RATE_LIMIT_PRO_API: '100000/min' });
      await instance.untilReady();
      const send = sendTo(instance.port);
      const key = await stage.newKey();
      const requests = [...(await cachedPages(send, key)), ...(await uncachedPages(send, key))].map(
        (request) => ({
          ...request,
          isRight: (...given: Parameters<typeof request.isRight>) =>
            request.isRight(...given) && given[0].headers.ratelimit !== undefined,
        }),
      );
      must((await redis.keys()).length === 1, 'requests should be counted in Redis');
      const traffic = stage.willEnd(new Traffic(send, requests, 8, 5));
      await pause(1000);
      await go(redis);
      const gone = performance.now();
      await waitFor(async () => (await instance.metric(SHARED)) === 0);
      await pause(OUTAGE_MS);
      await comeBack(redis);
      const back = performance.now();
      await waitFor(async () => (await instance.metric(SHARED)) === 1, 5_000);
      const shared = performance.now() - back;
      await waitFor(async () => (await redis.keys()).length === 1);
      const tally = await traffic.stop();
      must(tally.statuses['200'] === tally.sent, 'every request should be answered 200');
      const slowest = Math.round(tally.timeOf(200, 1));
      const causes = [...instance.log.matchAll(/Redis is unavailable[^"]*/g)].map(([cause]) => cause);
      must(
        causes.length > 0 && causes.every((cause, index) => cause !== causes[index - 1]),
        `the log should name a cause when it changes, not ${causes.join('; ')}`,
      );
      return {
        tally,
        recovery: tally.troubleAfter(gone),
        notes: [
          `the slowest response in ${slowest} ms, counted in Redis again ${Math.round(shared)} ms after its return`,
        ],
      };
    },
  };
}

export const redisKilled = redisGone(
  'Redis is killed under load, and started again',
  (redis) => redis.kill(),
  (redis) => redis.start(),
);

export const redisFrozen = redisGone(
  'Redis hangs under load, and continues',
  (redis) => redis.freeze(),
  (redis) => redis.thaw(),
);

export const redisShared: Scenario = {
  broken: 'nothing: two instances that count in one Redis',
  async run(stage) {
    await stage.fill();
    const redis = stage.willEnd(await Redis.create());
    await redis.start();
    const settings = { REDIS_URL: redis.url, RATE_LIMIT_PRO_API: '50/day' };
    const instances = [await stage.instance(settings), await stage.instance(settings)];
    const key = await stage.newKey();
    for (const instance of instances) {
      await instance.untilReady();
      await waitFor(async () => (await instance.metric(SHARED)) === 1);
    }
    const counts = await Promise.all(
      instances.map(async ({ port }) => {
        const send = sendTo(port);
        let allowed = 0;
        for (let sent = 0; sent < 40; sent++) {
          const { status, headers } = await send({
            method: 'GET',
            path: '/programs',
            headers: { 'x-api-key': key },
          });
          if (status === 200) allowed++;
          else
            must(
              status === 429 && Number(headers['retry-after']) > 0,
              `${status} should be 429 with Retry-After`,
            );
        }
        return allowed;
      }),
    );
    must(counts[0]! + counts[1]! === 50, `of 80 requests 50 should be allowed, not ${counts.join(' and ')}`);
    return { tally: new Tally(), notes: [`${counts.join(' and ')} of 40 requests each were within 50/day`] };
  },
};
