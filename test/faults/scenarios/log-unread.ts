import { setTimeout as pause } from 'node:timers/promises';
import { must, type Scenario } from '../scenario.js';
import { cachedPages } from '../traffic/sample-requests.js';
import { sendTo } from '../traffic/send.js';
import { Traffic } from '../traffic/traffic.js';

const SHUTDOWN_S = 4;
const SECONDS = { full: 30, short: 5 };
const MEMORY = 128 * 1024 * 1024;

export const logUnread: Scenario = {
  broken: 'the log is a full pipe that is not read',
  async run(stage) {
    await stage.fill();
    const instance = await stage.instance({ SHUTDOWN_S: String(SHUTDOWN_S) });
    await instance.untilReady();
    const send = sendTo(instance.port);
    const requests = await cachedPages(send, await stage.newKey());
    const long = { ...requests[0]!, path: `/${'long'.repeat(1000)}`, status: 404, isRight: () => true };
    instance.ignoreLog();
    const before = instance.memory;
    const traffic = stage.willEnd(new Traffic(send, [...requests, long, long], 32, 0));
    await pause(SECONDS[stage.short ? 'short' : 'full'] * 1000);
    const grown = instance.memory - before;
    const tally = await traffic.stop();
    const { ms } = await instance.terminate();
    must(tally.lost + (tally.statuses['503'] ?? 0) === 0, 'every request should be answered');
    must(grown < MEMORY, `memory should be bounded, but grew by ${Math.round(grown / 1024 / 1024)} MB`);
    must(ms < SHUTDOWN_S * 1000 + 500, `it should stop within ${SHUTDOWN_S} s, not ${Math.round(ms)} ms`);
    return {
      tally,
      notes: [`memory grew by ${Math.round(grown / 1024 / 1024)} MB, stopped after ${Math.round(ms)} ms`],
    };
  },
};
