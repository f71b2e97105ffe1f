import { setTimeout as pause } from 'node:timers/promises';
import { PAGE_SIZE } from '../../src/listing/page.js';
import { ONE_PROGRAM, SYNC_ONLY, whileCommitting } from '../directory/commits.js';
import { ask } from '../load/ask.js';
import { type Finding } from '../report.js';
import { product, type Server, withServers } from '../server.js';
import { median } from '../statistics.js';
import { type Bench } from './measure.js';
import { orders } from './orders.js';

const REQUESTS = 40;
/** Milliseconds from one request to the next, whether it was answered or not. */
const EVERY_MS = 100;
const ORDERS = 4;

interface Reading {
  milliseconds: number;
  status: number;
}

/** Deep pages of several orders, ten requests a second, while a commit a second changes the directory. */
export async function deep({ directory }: Bench): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [what, statement] of [
    ['a sync a second', SYNC_ONLY],
    ['a changed program a second', ONE_PROGRAM],
  ] as const) {
    // A fresh process has no page index.
    const readings = await withServers([product(directory)], directory.ask('/programs'), ([server]) =>
      whileCommitting(directory, statement, () => read(server!)),
    );
    const times = readings.map(({ milliseconds }) => milliseconds);
    findings.push({
      what: `deep pages refused, ${what}`,
      target: { most: 0 },
      value: readings.filter(({ status }) => status !== 200).length,
      detail: `${REQUESTS} in ${(REQUESTS * EVERY_MS) / 1000} s; median ${median(times).toFixed(0)} ms, slowest ${Math.max(...times).toFixed(0)} ms`,
    });
  }
  return findings;

  async function read({ origin }: Server): Promise<Reading[]> {
    const last = Math.floor(directory.programs / PAGE_SIZE);
    const readings: Promise<Reading>[] = [];
    for (let request = 0; request < REQUESTS; request++) {
      const order = orders[2 * (request % ORDERS) + 2]!;
      readings.push(timed(`${order}&page=${Math.max(5, last - request * 7)}`));
      await pause(EVERY_MS);
    }
    return Promise.all(readings);

    async function timed(target: string): Promise<Reading> {
      const begun = performance.now();
      const { status } = await ask(origin, directory.ask(target), { concurrent: true });
      return { milliseconds: performance.now() - begun, status };
    }
  }
}
