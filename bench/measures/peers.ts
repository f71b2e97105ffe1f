import { type Ask } from '../load/ask.js';
import { Contest } from '../load/contest.js';
import { drive } from '../load/drive.js';
import { requireSameAnswers } from '../load/same-answers.js';
import { type Finding } from '../report.js';
import { peer, product, withServers } from '../server.js';
import { type Bench } from './measure.js';

const FIELDS = ['id', 'name', 'createdAt', 'updatedAt', 'networkId', 'networkProgramId', 'primaryUrl'];
/** Orders that every peer reads from an index: without the dates, whose nulls TypeORM cannot put where they belong. */
export const peerSorts = FIELDS.flatMap((field) => [field, `-${field}`]);

/** How many times as many requests as a peer the product is to answer. */
export type PeerTargets = Record<'fastify-pg' | 'nest-typeorm', number>;

/** Measures the product, holding no page, beside services that read the same pages from the same PostgreSQL. */
export async function besidePeers(
  { options, directory }: Bench,
  what: string,
  asks: Ask[],
  targets: PeerTargets,
): Promise<Finding[]> {
  const environment = { DATABASE_URL: directory.url, DATABASE_POOL: '10' };
  const programs = [
    product(directory, { PAGE_CACHE_MB: '0', DATABASE_POOL: '10' }),
    peer('fastify-pg', environment),
    peer('nest-typeorm', environment),
  ];
  return withServers(programs, directory.ask('/programs'), async (servers) => {
    await requireSameAnswers(servers, asks);
    const contest = await new Contest().hold(servers, options.rounds, (server) =>
      drive(server, asks, { seconds: options.seconds }),
    );
    return (['fastify-pg', 'nest-typeorm'] as const).map((name) => ({
      what: `${what} against ${name}`,
      target: { least: targets[name] },
      value: contest.ratio('product', name),
      detail: contest.detail('product', name),
    }));
  });
}
