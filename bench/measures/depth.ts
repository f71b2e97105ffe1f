import { PAGE_SIZE } from '../../src/listing/page.js';
import { compareLatency } from '../load/latency.js';
import { type Finding } from '../report.js';
import { product, withServers } from '../server.js';
import { type Bench } from './measure.js';
import { orders } from './orders.js';
import { worst } from './worst.js';

/** The last full page beside the first, neither in memory, in every order of both forms. */
export async function depth({ options, directory }: Bench): Promise<Finding[]> {
  const last = Math.floor(directory.programs / PAGE_SIZE);
  const found = await withServers(
    [product(directory, { PAGE_CACHE_MB: '0' })],
    directory.ask('/programs'),
    async ([server]) => {
      const comparisons = [];
      for (const order of orders) {
        const page = (number: number) => ({
          origin: server!.origin,
          ask: directory.ask(`${order}&page=${number}`),
        });
        comparisons.push({ order, ...(await compareLatency(page(last), page(1), options.rounds)) });
      }
      return comparisons;
    },
  );
  return [worst(found, 'last page against page 1, cold, worst order', 1.2)];
}
