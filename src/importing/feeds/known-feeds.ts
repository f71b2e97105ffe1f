import { WrongUsage } from '../import-errors.js';
import { type FeedDefinition } from './feed-definition.js';
import { admitad } from './definitions/admitad.feed.js';
import { adtraction } from './definitions/adtraction.feed.js';
import { awin } from './definitions/awin.feed.js';
import { cj } from './definitions/cj.feed.js';
import { commissionFactory } from './definitions/commission-factory.feed.js';
import { daisycon } from './definitions/daisycon.feed.js';
import { flexoffers } from './definitions/flexoffers.feed.js';
import { impact } from './definitions/impact.feed.js';
import { partnerize } from './definitions/partnerize.feed.js';
import { rakuten } from './definitions/rakuten.feed.js';
import { shareasale } from './definitions/shareasale.feed.js';
import { tradetracker } from './definitions/tradetracker.feed.js';

/** The networks whose own files can be read. Others need a map. */
export const KNOWN_FEEDS: readonly FeedDefinition[] = [
  admitad,
  adtraction,
  awin,
  cj,
  commissionFactory,
  daisycon,
  flexoffers,
  impact,
  partnerize,
  rakuten,
  shareasale,
  tradetracker,
];

/** @throws WrongUsage for an unknown name */
export function findFeed(name: string): FeedDefinition {
  const feed = KNOWN_FEEDS.find((candidate) => candidate.name === name);
  if (feed) return feed;
  throw new WrongUsage(
    `Unknown feed ${name}; known feeds: ${KNOWN_FEEDS.map((known) => known.name).join(', ')}`,
  );
}
