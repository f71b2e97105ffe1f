import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { must, type Scenario } from '../scenario.js';
import { uncachedPages } from '../traffic/sample-requests.js';
import { sendTo } from '../traffic/send.js';
import { Traffic } from '../traffic/traffic.js';

const SHUTDOWN_S = 4;

export const clientNeverCloses: Scenario = {
  broken: 'an instance is stopped while clients keep connections open, send slowly, or never read',
  async run(stage) {
    await stage.fill();
    const instance = await stage.instance({ SHUTDOWN_S: String(SHUTDOWN_S) });
    await instance.untilReady();
    const key = await stage.newKey();
    const send = sendTo(instance.port);
    const traffic = stage.willEnd(new Traffic(send, await uncachedPages(send, key), 4, 20));

    const silent = connect(instance.port, '127.0.0.1');
    const slow = connect(instance.port, '127.0.0.1');
    slow.write(`POST /programs-batch HTTP/1.1\r\nHost: a.example\r\nx-api-key: ${key}\r\n`);
    slow.write('Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{');
    const deaf = connect(instance.port, '127.0.0.1').pause();
    deaf.write('GET /docs/swagger-ui.js HTTP/1.1\r\nHost: a.example\r\n\r\n'.repeat(20));
    for (const socket of [silent, slow, deaf]) socket.on('error', () => undefined);
    await pause(500);

    const stopping = instance.terminate();
    const tally = await traffic.stop();
    const { code, ms } = await stopping;
    for (const socket of [silent, slow, deaf]) socket.destroy();
    must(ms < SHUTDOWN_S * 1000 + 500, `it should stop within ${SHUTDOWN_S} s, not ${Math.round(ms)} ms`);
    must(tally.statuses['200'] === tally.sent, 'every request in progress should be answered');
    return {
      tally,
      notes: [`stopped after ${Math.round(ms)} ms, with SHUTDOWN_S=${SHUTDOWN_S}, exit code ${code}`],
    };
  },
};
