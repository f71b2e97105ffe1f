import { type Ask } from '../load/ask.js';
import { compareLatency } from '../load/latency.js';
import { type Finding } from '../report.js';
import { product, withServers } from '../server.js';
import { type Bench } from './measure.js';
import { worst } from './worst.js';

const URLS = 100;

/** What is made of the hosts of programs. */
const KINDS: Record<string, (host: string, at: number) => string> = {
  hosts: (host) => host,
  'hosts, www., further domains and subdomains': (host, at) =>
    [host, `www.${host}`, `further.${host}`, `a.b.${host}`][at % 4]!,
};

/** Matching URLs with `site` beside a batch of the same URLs, among three further domains for each program. */
export async function match({ options, directory }: Bench): Promise<Finding[]> {
  await directory.addDomains();
  const [batch] = await directory.batches(URLS);
  const { urls: hosts } = JSON.parse(batch!.body!) as { urls: string[] };
  const found = await withServers([product(directory)], directory.ask('/programs'), async ([server]) => {
    const comparisons = [];
    for (const [order, urlOf] of Object.entries(KINDS)) {
      const urls = hosts.map(urlOf);
      const asked = (target: string, more = {}): Ask => ({
        ...batch!,
        target,
        body: JSON.stringify({ urls, ...more }),
      });
      const { origin } = server!;
      const matched = { origin, ask: asked('/programs-match', { match: 'site' }) };
      const batched = { origin, ask: asked('/programs-batch') };
      comparisons.push({ order, ...(await compareLatency(matched, batched, options.rounds)) });
    }
    return comparisons;
  });
  return [worst(found, `match of ${URLS} URLs against a batch of them`, 2)];
}
