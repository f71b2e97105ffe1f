import { type Finding } from '../report.js';
import { type Bench } from './measure.js';
import { besidePeers } from './peers.js';

const URLS = 100;

/** Batches as large as they may be, no two alike. */
export async function batch(bench: Bench): Promise<Finding[]> {
  return besidePeers(bench, `batch of ${URLS} URLs`, await bench.directory.batches(URLS), {
    'fastify-pg': 1.5,
    'nest-typeorm': 3,
  });
}
