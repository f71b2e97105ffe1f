import { type FeedGuide, type FieldMap, jsonExample, PROGRAM_FIELDS } from './feed-definition.js';
import { findFeed, KNOWN_FEEDS } from './known-feeds.js';

const REQUIRED = ['networkProgramId', 'name', 'primaryUrl'];
const [firstOptional, ...otherOptional] = PROGRAM_FIELDS.filter((field) => !REQUIRED.includes(field));

/** The guide of maps, for feeds without a definition. */
const mapGuide: FeedGuide = {
  name: 'mapped',
  expects:
    'Any CSV, pipe, JSON, NDJSON or XML, with --map FILE in the place of --feed. The map is a JSON file: it names the format, in JSON and XML the path of the records (with * as its last name for a keyed object, whose keys are @key) and of their declared total, and for each field a column or path, a template, or an object with "from", "values" and "default".',
  fields: {
    ...Object.fromEntries(REQUIRED.map((field) => [field, 'required'])),
    [firstOptional!]: `optional, as are ${otherOptional.join(', ')}`,
  },
  examples: [
    jsonExample('map.json', {
      format: 'csv',
      dropWww: true,
      fields: {
        networkProgramId: '{platformId}-{programId}',
        name: 'programTitle',
        primaryUrl: ['shopUrl', 'programUrl'],
        registerUrl: 'https://network.example/join/{programId}',
        status: { from: 'state', values: { online: true, closed: false }, default: true },
        countries: { from: 'platformId', values: { EN: 'GB' } },
      },
    }),
    {
      name: 'programs.csv',
      text: `platformId;programId;programTitle;programUrl;shopUrl;state
EN;17;Example Shop;www.shop.example;;online
`,
    },
  ],
};

/** The known feeds, and the mapped feed at the end. */
export const listFeeds = (): { name: string; expects: string }[] =>
  [...KNOWN_FEEDS, mapGuide].map(({ name, expects }) => ({ name, expects }));

/** @throws WrongUsage for an unknown name */
export function feedGuide(name: string): FeedGuide {
  if (name === mapGuide.name) return mapGuide;
  const { expects, fields, examples } = findFeed(name);
  const sources = Object.entries(fields).map(([field, map]) => [field, describeSource(map)]);
  return { name, expects, fields: Object.fromEntries(sources) as Record<string, string>, examples };
}

function describeSource({ from, values = {}, default: otherwise, until }: FieldMap): string {
  if (until !== undefined) return `true until ${until} is over`;
  if (!from) return `always ${JSON.stringify(otherwise)}`;
  const meanings = Object.entries(values).map(([word, meaning]) => `${word} = ${meaning}`);
  return from.join(', else ') + (meanings.length > 0 ? ` (${meanings.join(', ')})` : '');
}
