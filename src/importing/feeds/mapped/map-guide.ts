import { type FeedGuide } from '../feed.js';
import { jsonExample } from '../field-map.js';

/** What the operator is told of maps. */
export const mapGuide: FeedGuide = {
  kind: 'mapped',
  expects:
    'Any CSV, pipe, JSON, NDJSON or XML, with --map FILE in the place of --feed. The map is a JSON file: it names the format, in JSON and XML the path of the records and of their declared total, and for each field a column or path, a template, or an object with "from", "values" and "default".',
  fields: {
    networkProgramId: 'required',
    name: 'required',
    primaryUrl: 'required',
    registerUrl: 'optional, as are status, dateStarted, dateClosed, countries, createdAt, updatedAt',
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
