import { setTimeout as pause } from 'node:timers/promises';
import { must, type Scenario } from '../scenario.js';
import { type Stage } from '../stage.js';
import { heldPages, readPages, strangers } from '../traffic/questions.js';
import { sendTo } from '../traffic/send.js';
import { Traffic } from '../traffic/traffic.js';

const SETTLED_MS = 2_000;
const OUTAGE_MS = 4_000;

/** A database that goes away under load, and comes back. */
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
      const questions = [...(await heldPages(send, key)), ...(await readPages(send, key)), strangers()];
      const traffic = new Traffic(send, questions, 8, 5);
      await pause(1000);
      const gone = performance.now();
      await go(stage);
      await pause(OUTAGE_MS);
      const back = performance.now();
      await comeBack(stage);
      const healed = performance.now();
      await pause(3000);
      const tally = await traffic.stop();

      const held = tally.of('held', gone, back);
      const stranger = tally.of('stranger', gone + SETTLED_MS, back);
      const read = tally.of('read', gone + SETTLED_MS, back);
      must(held.sent > 20, 'held pages should have been asked for meanwhile');
      must(held.sent === held.statuses['200'], `held pages should go on: ${JSON.stringify(held.statuses)}`);
      must(stranger.sent === stranger.statuses['503'], 'only the database can tell who is a stranger');
      must(read.sent === read.statuses['503'], 'what is not held should be 503');
      const slowest = Math.round(held.timeOf(200, 1));
      return {
        tally,
        recovery: tally.troubleAfter(healed),
        notes: [`${held.sent} held pages meanwhile, the slowest in ${slowest} ms`],
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
  'the database hangs under load, and goes on',
  ({ primary }) => Promise.resolve(primary.freeze()),
  ({ primary }) => Promise.resolve(primary.thaw()),
);
