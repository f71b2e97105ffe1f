import { setTimeout as pause } from 'node:timers/promises';
import { must, type Scenario } from '../scenario.js';
import { cachedPages, uncachedPages, unknownKey } from '../traffic/sample-requests.js';
import { type SampleRequest } from '../traffic/sample-request.js';
import { type Send, sendTo } from '../traffic/send.js';
import { Traffic } from '../traffic/traffic.js';

const WARM_UP_MS = 3_000;
const STEP_MS = 1_000;
/** The server is saturated when twice as many clients get less than this factor more responses. */
const WORTH = 1.1;
const SECONDS = { full: 60, short: 5 };
const MEMORY = 256 * 1024 * 1024;

export const overload: Scenario = {
  broken: 'ten times as many clients as saturate it',
  async run(stage) {
    await stage.fill();
    const instance = await stage.instance();
    await instance.untilReady();
    const send = sendTo(instance.port);
    const key = await stage.newKey();
    const requests = [...(await cachedPages(send, key)), ...(await uncachedPages(send, key)), unknownKey()];
    const saturating = await saturatingClients(send, requests);
    const before = instance.memory;

    const traffic = stage.willEnd(new Traffic(send, requests, saturating * 10, 0));
    let highest = before;
    for (let second = 0; second < SECONDS[stage.short ? 'short' : 'full']; second++) {
      await pause(1000);
      highest = Math.max(highest, instance.memory);
    }
    const tally = await traffic.stop();
    const over = performance.now();
    const { status } = await send(requests[0]!);
    const first = performance.now() - over;
    must(
      status === 200 && first < 250,
      `it should respond immediately again, not ${status} after ${Math.round(first)} ms`,
    );
    must(tally.lost === 0, `every request should have a response: ${JSON.stringify(tally.statuses)}`);
    must(
      highest - before < MEMORY,
      `memory should be bounded, but grew by ${megabytes(highest - before)} MB`,
    );
    const [half, most] = [0.5, 0.99].map((part) => Math.round(tally.timeOf(200, part)));
    return {
      tally,
      recovery: first,
      notes: [
        `saturated by ${saturating} clients, loaded by ${saturating * 10}`,
        `responses within ${half} ms, 99 % within ${most} ms`,
        `memory ${megabytes(before)} MB before, at most ${megabytes(highest)} MB`,
      ],
    };
  },
};

/** Doubles the clients until that brings no more responses. */
async function saturatingClients(send: Send, requests: SampleRequest[]): Promise<number> {
  const responses = async (clients: number, ms: number) => {
    const traffic = new Traffic(send, requests, clients, 0);
    await pause(ms);
    return (await traffic.stop()).sent;
  };
  // While V8 compiles, each step would be faster than the one before it.
  await responses(8, WARM_UP_MS);
  for (let clients = 8, before = 0; ; clients *= 2) {
    const sent = await responses(clients, STEP_MS);
    if (sent < before * WORTH) return clients / 2;
    before = sent;
  }
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}
