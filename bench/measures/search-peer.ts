import { type Comparison, compareLatency } from '../load/latency.js';
import { requireSameAnswers } from '../load/same-answers.js';
import { type Finding } from '../report.js';
import { peer, product, withServers } from '../server.js';
import { median } from '../statistics.js';
import { type Bench } from './measure.js';
import { peerSorts } from './peers.js';
import { deepPage, RARE_COUNTRY, type Search, UNCACHED } from './searches.js';

/** How many times as long as the product a service takes that one would write by hand, with the same indexes. */
export function searchBesidePeer(
  { options, directory }: Bench,
  kinds: readonly Search[],
): Promise<Finding[]> {
  const theirs = peer('fastify-pg', { DATABASE_URL: directory.url, DATABASE_POOL: '10' });
  const programs = [product(directory, UNCACHED), theirs];
  return withServers(programs, directory.ask('/programs'), async (servers) => {
    const [ours, fastify] = servers;
    const deep = await deepPage(ours!.origin, directory);
    const all = [...kinds, { what: `page ${deep.number.toLocaleString('en')} of it`, ask: [deep.ask] }];
    const rare = peerSorts.map((sort) => ({
      what: `sort=${sort}`,
      ask: [directory.ask(`/programs?${RARE_COUNTRY}&sort=${sort}`)],
    }));
    await requireSameAnswers(
      servers,
      [...all, ...rare].map((one) => one.ask[0]!),
    );
    const compare = async ({ what, ask, isEmpty = false }: Omit<Search, 'most'>) => ({
      what,
      ...(await compareLatency(
        { origin: fastify!.origin, ask, isEmpty },
        { origin: ours!.origin, ask, isEmpty },
        options.rounds,
      )),
    });
    const finding = (what: string, { ratio, one, other }: Comparison, detail = ''): Finding => ({
      what: `${what}, against fastify-pg`,
      target: { least: 1 },
      value: ratio,
      detail: `${detail}fastify-pg ${one.toFixed(2)} ms; product ${other.toFixed(2)} ms`,
    });

    const findings: Finding[] = [];
    for (const search of all) findings.push(finding(search.what, await compare(search)));
    const ofSorts = [];
    for (const search of rare) ofSorts.push(await compare(search));
    const slowest = ofSorts.reduce((a, b) => (a.ratio < b.ratio ? a : b));
    const typical = median(ofSorts.map(({ ratio }) => ratio)).toFixed(2);
    findings.push(
      finding(
        'country of 0.01 %, worst order',
        slowest,
        `the median of the orders is ${typical}; ${slowest.what}: `,
      ),
    );
    return findings;
  });
}
