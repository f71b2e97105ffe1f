import { setTimeout as pause } from 'node:timers/promises';
import { must, type Scenario } from '../scenario.js';
import { uncachedPages } from '../traffic/sample-requests.js';
import { sendTo } from '../traffic/send.js';
import { Traffic } from '../traffic/traffic.js';

export const startBeforeDatabase: Scenario = {
  broken: 'the database is not running when an instance starts',
  async run(stage) {
    await stage.fill();
    const key = await stage.newKey();
    const other = await stage.instance();
    await other.untilReady();
    const requests = await uncachedPages(sendTo(other.port), key);
    await stage.primary.kill();

    const early = await stage.instance();
    must((await early.status('/health/live')) === 200, 'it should be live');
    must((await early.status('/health/ready')) === 503, 'it should not be ready');
    const traffic = stage.willEnd(new Traffic(sendTo(early.port), requests, 4, 20));
    await pause(1500);
    const outage = Object.keys(traffic.tally.statuses);
    must(
      outage.length === 1 && outage[0] === '503',
      `each request should be answered 503, not ${outage.join()}`,
    );
    await stage.primary.start();
    const healed = performance.now();
    await early.untilReady();
    await pause(1000);
    const tally = await traffic.stop();
    return {
      tally,
      recovery: tally.troubleAfter(healed),
      notes: ['live and not ready until the database is available'],
    };
  },
};
