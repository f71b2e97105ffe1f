import { setTimeout as pause } from 'node:timers/promises';
import { must, type Scenario } from '../scenario.js';
import { Nginx } from '../servers/nginx.js';
import { heldPages, readPages, strangers } from '../traffic/questions.js';
import { sendTo } from '../traffic/send.js';
import { Traffic } from '../traffic/traffic.js';

const ROUNDS = { full: 10, short: 2 };

export const rollingRestart: Scenario = {
  broken: 'two instances behind nginx are stopped and started in turn, under load',
  async run(stage) {
    await stage.fill();
    const settings = { NODE_ENV: 'production', TRUST_PROXY: '127.0.0.1' };
    const instances = [await stage.instance(settings), await stage.instance(settings)] as const;
    for (const instance of instances) await instance.untilReady();
    const nginx = stage.willEnd(await Nginx.start(stage.folder, [instances[0].port, instances[1].port]));
    const send = sendTo(nginx.securePort, true);
    const key = await stage.newKey();
    const plain = await sendTo(nginx.plainPort)({
      method: 'GET',
      path: '/programs',
      headers: { 'x-api-key': key },
    });
    must(plain.status === 403, `plain HTTP should be 403, not ${plain.status}`);
    const questions = [...(await heldPages(send, key)), ...(await readPages(send, key)), strangers()];
    const traffic = new Traffic(send, questions, 16, 2);
    const times: number[] = [];
    for (let round = 0; round < ROUNDS[stage.short ? 'short' : 'full']; round++) {
      for (const instance of instances) {
        await pause(500);
        times.push(await instance.restart());
      }
    }
    await pause(500);
    const tally = await traffic.stop();
    must(tally.lost === 0, `no request should be lost, but ${tally.lost} were`);
    must(
      (tally.statuses['503'] ?? 0) === 0,
      `no request should be refused: ${JSON.stringify(tally.statuses)}`,
    );
    return {
      tally,
      notes: [`${times.length} restarts, the longest stop took ${Math.round(Math.max(...times))} ms`],
    };
  },
};
