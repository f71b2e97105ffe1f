import { WrongUsage } from '../import-errors.js';
import { type RecordSource } from '../record-source.js';
import { findFeed } from './known-feeds.js';
import { FeedSource } from './feed-source.js';
import { mappedFeed } from './maps/mapped-feed.js';
import { checkRegisterTemplate } from './fields/links.js';

export interface OpenFeedOptions {
  /** Name of a known feed; either it or a map. */
  feed?: string | undefined;
  /** Path of a map. */
  map?: string | undefined;
  /** In any order; `-` is standard input. */
  files: readonly string[];
  /** Template of register links, such as `https://network.example/join/{networkProgramId}`. */
  registerUrl?: string | undefined;
  /** Stores hosts with their `www.`, which known feeds drop. */
  keepWww?: boolean | undefined;
  warn: (message: string) => void;
}

/**
 * The source of an import that reads a network's files.
 * @throws WrongUsage for an unknown feed, and for a map or template with mistakes
 */
export function openFeed({ feed, map, files, registerUrl, keepWww, warn }: OpenFeedOptions): RecordSource {
  if ((feed === undefined) === (map === undefined))
    throw new WrongUsage('Give either --feed NAME or --map FILE');
  const definition = feed !== undefined ? findFeed(feed) : mappedFeed(map ?? '');
  if (registerUrl !== undefined) checkRegisterTemplate(registerUrl);
  return new FeedSource(definition, files, { registerUrl, keepWww: keepWww || undefined, warn });
}
