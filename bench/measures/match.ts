import { type Ask } from '../load/ask.js';
import { compareLatency } from '../load/latency.js';
import { type Finding } from '../report.js';
import { product, withServers } from '../server.js';
import { type Bench } from './measure.js';

const URLS = 100;
/** Until V8 has compiled what only these requests run. */
const WARM_UP = 200;

const kinds: { name: string; urlOf: (host: string, at: number) => string }[] = [
  { name: 'hosts of programs', urlOf: (host) => host },
  {
    // The batch finds only the first of four, so its response has a quarter of the programs.
    name: 'hosts, with www., of further domains, and subdomains',
    urlOf: (host, at) => [host, `www.${host}`, `further.${host}`, `a.b.${host}`][at % 4]!,
  },
];

/** Matching URLs with `site` beside a batch of the same URLs, among three further domains for each program. */
export async function match({ options, directory }: Bench): Promise<Finding[]> {
  await directory.addDomains();
  const [batch] = await directory.batches(URLS);
  const { urls: hosts } = JSON.parse(batch!.body!) as { urls: string[] };
  return withServers([product(directory)], directory.ask('/programs'), async ([server]) => {
    const findings: Finding[] = [];
    for (const { name, urlOf } of kinds) {
      const urls = hosts.map(urlOf);
      const asked = (target: string, more = {}): Ask => ({
        ...batch!,
        target,
        body: JSON.stringify({ urls, ...more }),
      });
      const { origin } = server!;
      const matched = { origin, ask: asked('/programs-match', { match: 'site' }) };
      const batched = { origin, ask: asked('/programs-batch') };
      const { ratio, one, other } = await compareLatency(matched, batched, options.rounds, WARM_UP);
      findings.push({
        what: `match of ${URLS} URLs against a batch of them: ${name}`,
        target: { most: 2 },
        value: ratio,
        detail: `${one.toFixed(2)} ms; ${other.toFixed(2)} ms`,
      });
    }
    return findings;
  });
}
