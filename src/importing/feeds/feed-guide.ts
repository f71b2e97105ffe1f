import { type FeedGuide, type FieldMap } from './feed.js';
import { FEEDS, feedOf } from './feed-kinds.js';
import { mapGuide } from './mapped/map-guide.js';

/** The kinds, the mapped feed last. */
export const feedKinds = (): { kind: string; expects: string }[] =>
  [...FEEDS, mapGuide].map(({ kind, expects }) => ({ kind, expects }));

/** Throws `WrongUsage` for a kind that there isn't. */
export function feedGuide(kind: string): FeedGuide {
  if (kind === mapGuide.kind) return mapGuide;
  const { expects, fields, examples } = feedOf(kind);
  const sources = Object.entries(fields).map(([field, map]) => [field, sourceOf(map)]);
  return { kind, expects, fields: Object.fromEntries(sources) as Record<string, string>, examples };
}

function sourceOf({ from, values = {}, default: otherwise, until }: FieldMap): string {
  if (until !== undefined) return `true until ${until} is over`;
  if (!from) return `always ${JSON.stringify(otherwise)}`;
  const meanings = Object.entries(values).map(([word, meaning]) => `${word} = ${meaning}`);
  return from.join(', else ') + (meanings.length > 0 ? ` (${meanings.join(', ')})` : '');
}
