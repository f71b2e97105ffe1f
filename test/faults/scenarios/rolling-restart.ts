import { setTimeout as pause } from 'node:timers/promises';
import { must, type Scenario } from '../scenario.js';
import { HaProxy } from '../servers/haproxy.js';
import { Nginx } from '../servers/nginx.js';
import { cachedPages, uncachedPages, unknownKey } from '../traffic/sample-requests.js';
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
    const requests = [...(await cachedPages(send, key)), ...(await uncachedPages(send, key)), unknownKey()];
    const traffic = stage.willEnd(new Traffic(send, requests, 16, 2));
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

const DRAIN_S = 3;
const REQUESTS = { full: 100_000, short: 2_000 };

export const rollingRestartBehindHaProxy: Scenario = {
  broken: 'two instances behind HAProxy, which polls /health/ready, are restarted in turn, under load',
  async run(stage) {
    await stage.fill();
    const settings = { NODE_ENV: 'production', TRUST_PROXY: '127.0.0.1', DRAIN_S: String(DRAIN_S) };
    const instances = [await stage.instance(settings), await stage.instance(settings)];
    for (const instance of instances) await instance.untilReady();
    const ports = instances.map(({ port }) => port);
    const balancer = stage.willEnd(await HaProxy.start(stage.folder, ports));
    const send = sendTo(balancer.port);
    const key = await stage.newKey();
    const requests = [...(await cachedPages(send, key)), ...(await uncachedPages(send, key)), unknownKey()];
    const traffic = stage.willEnd(new Traffic(send, requests, 16, 0));
    let restarts = 0;
    const enough = REQUESTS[stage.short ? 'short' : 'full'];
    while (restarts < 2 || traffic.tally.sent < enough) {
      await instances[restarts++ % 2]!.restart();
      // The balancer has to notice that the instance is back.
      await pause(1500);
    }
    const tally = await traffic.stop();
    must(tally.lost === 0, `no request should be lost, but ${tally.lost} were`);
    must((tally.statuses['503'] ?? 0) === 0, `no request should fail: ${JSON.stringify(tally.statuses)}`);
    return { tally, notes: [`${restarts} restarts, with DRAIN_S=${DRAIN_S} and a check twice a second`] };
  },
};
