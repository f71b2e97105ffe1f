import { PAGE_SIZE } from '../../src/listing/page.js';
import { ONE_PROGRAM, SYNC_ONLY, whileCommitting } from '../directory/commits.js';
import { ask } from '../load/ask.js';
import { warmUp } from '../load/contest.js';
import { type Load } from '../load/drive.js';
import { pressWithWrk } from '../load/wrk.js';
import { type Finding } from '../report.js';
import { product, type Server, withServers } from '../server.js';
import { median } from '../statistics.js';
import { type Bench } from './measure.js';

const HOT_PAGES = 2_000;
const CONNECTIONS = [64, 400];
/** Room for all hot pages: what commits do to them is measured, not the eviction of pages. */
const SETTINGS = { PAGE_CACHE_MB: '256' };

/** Hot pages while a commit a second changes no program, beside a directory that is quiet, and while one does. */
export async function churn({ options, directory }: Bench): Promise<Finding[]> {
  const count = Math.min(HOT_PAGES, Math.floor(directory.programs / PAGE_SIZE));
  const pages = Array.from({ length: count }, (_, index) => directory.ask(`/programs?page=${index + 1}`));
  const { seconds, rounds } = options;
  return withServers([product(directory, SETTINGS)], directory.ask('/programs'), async ([server]) => {
    const findings: Finding[] = [];
    for (const connections of CONNECTIONS) {
      const load = (one: Server) => pressWithWrk(one, pages, { seconds, connections });
      await warmUp(() => load(server!));
      const [quiet, syncs, changes]: Load[][] = [[], [], []];
      for (let round = 0; round < rounds; round++) {
        quiet!.push(await load(server!));
        syncs!.push(await whileCommitting(directory, SYNC_ONLY, () => load(server!)));
        changes!.push(await whileCommitting(directory, ONE_PROGRAM, () => load(server!)));
        // All pages of the last version are cached before the next quiet turn.
        for (const page of pages) await ask(server!.origin, page);
      }
      findings.push(...findingsOf(connections, quiet!, syncs!, changes!));
    }
    return findings;
  });
}

function findingsOf(connections: number, quiet: Load[], syncs: Load[], changes: Load[]): Finding[] {
  const of = (loads: Load[], what: 'perSecond' | 'p99') => median(loads.map((load) => load[what]));
  const rates = (loads: Load[]) =>
    `${of(loads, 'perSecond').toFixed(0)}/s, p99 ${of(loads, 'p99').toFixed(1)} ms`;
  const refused = [...quiet, ...syncs, ...changes].reduce((sum, load) => sum + load.refused, 0);
  const name = `hot pages, ${connections} connections`;
  return [
    {
      what: `${name}: a sync a second against none`,
      target: { least: 0.9 },
      value: of(syncs, 'perSecond') / of(quiet, 'perSecond'),
      detail: `${rates(syncs)}; ${rates(quiet)}`,
    },
    {
      what: `${name}: p99 of the same`,
      target: { most: 1.2 },
      value: of(syncs, 'p99') / of(quiet, 'p99'),
      detail: `${of(syncs, 'p99').toFixed(1)} ms; ${of(quiet, 'p99').toFixed(1)} ms`,
    },
    {
      what: `${name}: refused, also with a changed program a second`,
      target: { most: 0 },
      value: refused,
      detail: `with a changed program: ${rates(changes)}`,
    },
  ];
}
