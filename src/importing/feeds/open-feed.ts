import { WrongUsage } from '../import-errors.js';
import { type RecordSource } from '../record-source.js';
import { feedOf } from './feed-kinds.js';
import { FeedSource } from './feed-source.js';
import { mappedFeed } from './mapped/mapped-feed.js';
import { checkRegisterTemplate } from './values/register-link.js';

export interface OpenFeedOptions {
  /** One of the kinds; either it or a map. */
  kind?: string | undefined;
  /** Path of a map. */
  map?: string | undefined;
  /** In any order; `-` is standard input. */
  files: readonly string[];
  /** `https://…{networkProgramId}`: makes register links. */
  registerUrl?: string | undefined;
  /** Stores hosts with their `www.`, which a feed of a kind drops. */
  keepWww?: boolean | undefined;
  warn: (message: string) => void;
}

/** What an import reads of a network's feed. Throws `WrongUsage` for an unknown kind, a wrong map or template. */
export function openFeed({ kind, map, files, registerUrl, keepWww, warn }: OpenFeedOptions): RecordSource {
  if ((kind === undefined) === (map === undefined))
    throw new WrongUsage('Give either --feed KIND or --map FILE');
  const feed = kind !== undefined ? feedOf(kind) : mappedFeed(map ?? '');
  if (registerUrl !== undefined) checkRegisterTemplate(registerUrl);
  return new FeedSource(feed, files, { registerUrl, keepWww: keepWww || undefined, warn });
}
