import { type Ask, ask } from '../load/ask.js';
import { compareLatency } from '../load/latency.js';
import { type Finding } from '../report.js';
import { product, withServers } from '../server.js';
import { median } from '../statistics.js';
import { type Bench } from './measure.js';
import { orders } from './orders.js';
import { searchMemory } from './search-memory.js';
import { searchBesidePeer } from './search-peer.js';
import { deepPage, EVERY_PROGRAM, RARE_COUNTRY, type Search, searches, UNCACHED } from './searches.js';
import { worst } from './worst.js';

/** Searches and filters beside plain pages and a peer, none from memory. */
export async function search(bench: Bench): Promise<Finding[]> {
  const kinds = await searches(bench.directory);
  return [
    ...(await firstRequests(bench)),
    ...(await besidePlainPages(bench, kinds)),
    ...(await searchBesidePeer(bench, kinds)),
    await searchMemory(bench),
  ];
}

/** What only the first request of a filter does, by processes that have cached nothing. */
async function firstRequests({ options, directory }: Bench): Promise<Finding[]> {
  const counts: number[] = [];
  const selections: number[] = [];
  for (let round = 0; round < options.rounds; round++) {
    await withServers([product(directory, UNCACHED)], directory.ask('/programs'), async ([server]) => {
      const seconds = async (asked: Ask) => {
        const begun = performance.now();
        const { status } = await ask(server!.origin, asked);
        if (status !== 200) throw new Error(`${asked.target}: ${status}`);
        return (performance.now() - begun) / 1000;
      };
      counts.push(await seconds(directory.ask(EVERY_PROGRAM)));
      const deep = await deepPage(server!.origin, directory);
      selections.push(await seconds(deep.ask));
    });
  }
  const finding = (what: string, took: number[]): Finding => ({
    what,
    target: { most: 5 },
    unit: 's',
    value: median(took),
    detail: `slowest ${Math.max(...took).toFixed(2)} s of ${took.length}`,
  });
  return [
    finding('first search of a word of every program, which counts them', counts),
    finding('first deep page of a country of half the directory, which reads all their ids', selections),
  ];
}

function besidePlainPages({ options, directory }: Bench, kinds: readonly Search[]): Promise<Finding[]> {
  return withServers([product(directory, UNCACHED)], directory.ask('/programs'), async ([server]) => {
    const { origin } = server!;
    const findings: Finding[] = [];
    for (const { what, most, ...asked } of kinds) {
      const plain = { origin, ask: directory.ask('/programs') };
      const { ratio, one, other } = await compareLatency({ origin, ...asked }, plain, options.rounds);
      const detail = `${one.toFixed(2)} ms; ${other.toFixed(2)} ms`;
      findings.push({ what: `${what}, against a plain page`, target: { most }, value: ratio, detail });
    }

    const deep = await deepPage(origin, directory);
    const half = { origin, ask: kinds.at(-1)!.ask };
    const { ratio, one, other } = await compareLatency({ origin, ask: deep.ask }, half, options.rounds);
    findings.push({
      what: `page ${deep.number.toLocaleString('en')} of it, against its page 1`,
      target: { most: 1.5 },
      value: ratio,
      detail: `${one.toFixed(2)} ms; ${other.toFixed(2)} ms`,
    });

    const ofOrders = [];
    for (const order of orders) {
      const rare = { origin, ask: directory.ask(`${order}&${RARE_COUNTRY}`) };
      const plain = { origin, ask: directory.ask(order) };
      ofOrders.push({ order, ...(await compareLatency(rare, plain, options.rounds)) });
    }
    return [...findings, worst(ofOrders, 'country of 0.01 %, against a plain page, worst order', 10)];
  });
}
