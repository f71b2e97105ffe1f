import { compareLatency } from '../load/latency.js';
import { type Finding } from '../report.js';
import { product, withServers } from '../server.js';
import { type Bench } from './measure.js';
import { orders } from './orders.js';
import { worst } from './worst.js';

/** The size of the other directory, as a part of the first: 10,000 of a million. */
const SHARE = 100;
/** A full page must be there. */
const LEAST = 100;

/** Page 1, not in memory, of a large directory beside that of a small one, in every order of both forms. */
export async function growth({ options, directory, directories }: Bench): Promise<Finding[]> {
  const small = await directories.of(Math.max(LEAST, Math.ceil(directory.programs / SHARE)));
  const settings = { PAGE_CACHE_MB: '0' };
  const found = await withServers([product(directory, settings)], directory.ask('/programs'), ([large]) =>
    withServers([product(small, settings)], small.ask('/programs'), async ([little]) => {
      const comparisons = [];
      for (const order of orders) {
        const one = { origin: large!.origin, ask: directory.ask(order) };
        const other = { origin: little!.origin, ask: small.ask(order) };
        comparisons.push({ order, ...(await compareLatency(one, other, options.rounds)) });
      }
      return comparisons;
    }),
  );
  return [
    worst(
      found,
      `page 1 cold against a directory of ${small.programs.toLocaleString('en')}, worst order`,
      1.3,
    ),
  ];
}
