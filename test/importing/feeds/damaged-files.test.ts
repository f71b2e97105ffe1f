import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { openFeed } from '../../../src/importing/feeds/open-feed.js';
import { ImportFailed } from '../../../src/importing/import-errors.js';
import { importPrograms } from '../../../src/importing/import-programs.js';
import { runs } from '../damage.js';
import { Importing, NETWORK } from '../importing.js';
import { preview, fixtures, temporaryFile } from './feeds.js';

/** Far more than any of these files takes, on a machine that is busy. */
const HANGS_MS = 5_000;

const FEEDS: [string, string, ...string[]][] = [
  ['cj', 'notjoined-1.xml'],
  ['impact', 'campaigns.xml'],
  ['tradetracker', 'campaigns.xml'],
  ['impact', 'campaigns-1.json'],
  ['awin', 'programmes.json'],
  ['rakuten', 'partnerships.json', 'advertisers.json'],
  ['daisycon', 'locales.json', 'programs.json'],
  ['partnerize', 'campaigns-a.json'],
  ['flexoffers', 'advertisers-old.json'],
  ['shareasale', 'merchants.txt'],
];

/** Texts with a meaning in one of the formats, or in the code that reads its values. */
const PIECES = [
  ...[
    '<',
    '>',
    '</',
    '/>',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<!DOCTYPE a [',
    '<?xml ',
    '&',
    '&#0;',
    '&#xD800;',
    '&amp;',
  ],
  ...[
    '"',
    '\\',
    '\\u0000',
    '\\ud800',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    'null',
    '-',
    '1e999',
    '"__proto__":',
    '0.1',
  ],
  ...[
    '|',
    '\n',
    '\r',
    '\t',
    '""',
    ';',
    '\u0000',
    '\ufeff',
    '\u202e',
    'www.',
    '//',
    '%',
    '{networkProgramId}',
    '%00',
  ],
].map((piece) => Buffer.from(piece));

/** One change of a file: where, from 0 to 1; how many bytes go; and what comes. */
const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  gone: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 200 })),
  come: fc.oneof(
    fc.constantFrom(...PIECES),
    fc.uint8Array({ maxLength: 4 }).map((bytes) => Buffer.from(bytes)),
    fc.constantFrom(...PIECES).map((piece) => Buffer.concat(Array<Buffer>(500).fill(piece))),
  ),
});
const changes = fc.array(change, { minLength: 1, maxLength: 6 });

function changed(content: Buffer, list: { at: number; gone: number; come: Buffer }[]): Buffer {
  return list.reduce((bytes, { at, gone, come }) => {
    const start = Math.floor(at * bytes.length);
    return Buffer.concat([bytes.subarray(0, start), come, bytes.subarray(start + gone)]);
  }, content);
}

test.each(FEEDS)('a damaged file of %s (%s) is read or refused, and soon', async (feed, ...names) => {
  const [path = '', ...others] = fixtures(feed, ...names);
  const content = readFileSync(path);
  await fc.assert(
    fc.asyncProperty(changes, async (list) => {
      const started = Date.now();
      const files = [temporaryFile(changed(content, list)), ...others];
      const outcome = await preview({ feed, files }).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(ImportFailed);
      expect(Date.now() - started).toBeLessThan(HANGS_MS);
    }),
    runs(60),
  );
});

describe('what a damaged file', () => {
  let importing: Importing;
  beforeAll(async () => {
    importing = await Importing.open();
  });
  afterAll(() => importing.close());

  test('that is refused would have changed stays as it was', async () => {
    const [path = ''] = fixtures('impact', 'campaigns.xml');
    const content = readFileSync(path);
    await fc.assert(
      fc.asyncProperty(changes, async (list) => {
        const source = openFeed({
          feed: 'impact',
          files: [temporaryFile(changed(content, list))],
          warn: () => {},
        });
        const before = await importing.state();
        const outcome = await importPrograms({
          ...{ database: importing.database.url, source, file: 'impact', network: NETWORK, mode: 'full' },
          report: { reject: () => {}, warn: () => {} },
        }).catch((error: unknown) => error);
        if (!(outcome instanceof Error)) return;
        expect(outcome).toBeInstanceOf(ImportFailed);
        expect(await importing.state()).toEqual(before);
      }),
      runs(20),
    );
  });
});
