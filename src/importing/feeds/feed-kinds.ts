import { WrongUsage } from '../import-errors.js';
import { type Feed } from './feed.js';
import { admitad } from './kinds/admitad.feed.js';
import { adtraction } from './kinds/adtraction.feed.js';
import { awin } from './kinds/awin.feed.js';
import { cj } from './kinds/cj.feed.js';
import { commissionFactory } from './kinds/commission-factory.feed.js';
import { daisycon } from './kinds/daisycon.feed.js';
import { flexoffers } from './kinds/flexoffers.feed.js';
import { impact } from './kinds/impact.feed.js';
import { partnerize } from './kinds/partnerize.feed.js';
import { rakuten } from './kinds/rakuten.feed.js';
import { shareasale } from './kinds/shareasale.feed.js';
import { tradetracker } from './kinds/tradetracker.feed.js';

/** The networks whose own files can be read; any other goes through a map. */
export const FEEDS: readonly Feed[] = [
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

/** Throws `WrongUsage` for a kind that there isn't. */
export function feedOf(kind: string): Feed {
  const feed = FEEDS.find((candidate) => candidate.kind === kind);
  if (feed) return feed;
  throw new WrongUsage(
    `There is no feed of the kind ${kind}; there are ${FEEDS.map((known) => known.kind).join(', ')}`,
  );
}
