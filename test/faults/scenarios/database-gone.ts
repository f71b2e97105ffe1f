import { setTimeout as pause } from 'node:timers/promises';
import { must, type Scenario } from '../scenario.js';
import { type Stage } from '../stage.js';
import { cachedPages, uncachedPages, unknownKey } from '../traffic/sample-requests.js';
import { sendTo } from '../traffic/send.js';
import { Traffic } from '../traffic/traffic.js';

const SETTLED_MS = 2_000;
const OUTAGE_MS = 4_000;

/** A database that becomes unavailable under load, and comes back. */
function databaseGone(
  broken: string,
  go: (stage: Stage) => Promise<void>,
  comeBack: (stage: Stage) => Promise<void>,
): Scenario {
  return {
    broken,
    async run(stage) {
      await stage.fill();
      const key = await stage.newKey();
      const send = sendTo((await readyInstance(stage)).port);
      const requests = [...(await cachedPages(send, key)), ...(await uncachedPages(send, key)), unknownKey()];
      const traffic = new Traffic(send, requests, 8, 5);
      await pause(1000);
      const gone = performance.now();
      await go(stage);
      await pause(OUTAGE_MS);
      const back = performance.now();
      await comeBack(stage);
      const healed = performance.now();
      await pause(3000);
      const tally = await traffic.stop();

      const cached = tally.of('cached', gone, back);
      const unknown = tally.of('unknown key', gone + SETTLED_MS, back);
      const uncached = tally.of('uncached', gone + SETTLED_MS, back);
      must(cached.sent > 20, 'cached pages should have been requested during the outage');
      must(
        cached.sent === cached.statuses['200'],
        `cached pages should still be sent: ${JSON.stringify(cached.statuses)}`,
      );
      must(
        unknown.sent === unknown.statuses['503'],
        'an unknown key should be 503, because only the database could reject it',
      );
      must(uncached.sent === uncached.statuses['503'], 'pages that are not cached should be 503');
      const slowest = Math.round(cached.timeOf(200, 1));
      return {
        tally,
        recovery: tally.troubleAfter(healed),
        notes: [`${cached.sent} cached pages during the outage, the slowest in ${slowest} ms`],
      };
    },
  };
}

async function readyInstance(stage: Stage) {
  const instance = await stage.instance();
  await instance.untilReady();
  return instance;
}

export const databaseKilled = databaseGone(
  'the database is killed under load, and started again',
  ({ primary }) => primary.kill(),
  ({ primary }) => primary.start(),
);

export const databaseFrozen = databaseGone(
  'the database hangs under load, and continues',
  ({ primary }) => Promise.resolve(primary.freeze()),
  ({ primary }) => Promise.resolve(primary.thaw()),
);
