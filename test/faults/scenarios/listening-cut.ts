import { setTimeout as pause } from 'node:timers/promises';
import { must, type Scenario } from '../scenario.js';
import { Commits } from '../traffic/commits.js';
import { sendTo } from '../traffic/send.js';
import { Traffic } from '../traffic/traffic.js';

const ROUNDS = { full: 20, short: 4 };

export const listeningCut: Scenario = {
  broken: 'the connection that listens for changes is terminated repeatedly while changes commit',
  async run(stage) {
    await stage.fill();
    const instance = await stage.instance();
    await instance.untilReady();
    const commits = stage.willEnd(new Commits(stage.primary));
    const request = commits.request(await stage.newKey());
    const traffic = stage.willEnd(new Traffic(sendTo(instance.port), [request], 8, 2));
    for (let round = 0; round < ROUNDS[stage.short ? 'short' : 'full']; round++) {
      await pause(500);
      const [cut] = await stage.primary.sql(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'directory watch'`,
      );
      must(cut !== undefined, 'there should be a listening connection');
    }
    const tally = await traffic.stop();
    await commits.end();
    must(tally.statuses['200'] === tally.sent, 'every request should be answered 200');
    return { tally, notes: [`${commits.count} commits, each seen within a second`] };
  },
};
