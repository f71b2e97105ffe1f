import { ask } from '../load/ask.js';
import { residentMegabytes } from '../load/process-usage.js';
import { type Finding } from '../report.js';
import { product, withServers } from '../server.js';
import { type Bench } from './measure.js';

const FILTERS = 1_000;
const NETWORKS = 36;

/** Half of the filters match few programs; of the others, which match many, a deep page is asked for too. */
export async function searchMemory({ directory }: Bench): Promise<Finding> {
  const words = await directory.rareWords(FILTERS / 2);
  const countries = ['DE', 'AT', 'CH', 'GB', 'US', 'FR', 'NL', 'SE', 'PL', 'IT'];
  return withServers([product(directory)], directory.ask('/programs'), async ([server]) => {
    for (let number = 0; number < FILTERS / 2; number++) {
      const country = countries[Math.floor(number / words.length) % countries.length]!;
      const network = number % NETWORKS;
      const other = (network + 1 + Math.floor(number / NETWORKS)) % NETWORKS;
      const networks = `networkId=${network + 1}&networkId=${other + 1}`;
      for (const query of [
        `search=${words[number % words.length]!}&country=${country}`,
        networks,
        `${networks}&page=50`,
      ]) {
        const { status } = await ask(server!.origin, directory.ask(`/programs?${query}`));
        if (status !== 200) throw new Error(`${query}: ${status}`);
      }
    }
    return {
      what: `memory after ${FILTERS.toLocaleString('en')} different filters`,
      target: { most: 300 },
      unit: 'MB',
      value: residentMegabytes(server!.pid),
      detail: 'resident, with the default cache',
    };
  });
}
