import { type Finding } from '../report.js';
import { type Bench } from './measure.js';
import { besidePeers, peerSorts } from './peers.js';

/** Where skipping rows costs a peer next to nothing. */
const PAGES = [1, 2, 3];

/** Pages that are not in memory, near the beginning of every order. */
export function cold(bench: Bench): Promise<Finding[]> {
  const targets = PAGES.flatMap((page) => peerSorts.map((sort) => `/programs?page=${page}&sort=${sort}`));
  return besidePeers(
    bench,
    'cold page',
    targets.map((target) => bench.directory.ask(target)),
    { 'fastify-pg': 2, 'nest-typeorm': 3 },
  );
}
