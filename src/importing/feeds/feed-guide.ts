import { type ExampleFile, type FieldMap } from './feed.js';
import { FEEDS, feedOf } from './feed-kinds.js';

/** What the operator is told of a feed. */
export interface FeedGuide {
  kind: string;
  /** What to fetch. */
  expects: string;
  /** Where each canonical field comes from. */
  fields: Record<string, string>;
  examples: readonly ExampleFile[];
}

export const feedKinds = (): { kind: string; expects: string }[] =>
  FEEDS.map(({ kind, expects }) => ({ kind, expects }));

/** Throws `WrongUsage` for a kind that there isn't. */
export function feedGuide(kind: string): FeedGuide {
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
