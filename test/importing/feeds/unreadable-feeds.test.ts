import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { tableListing } from '../../../src/importing/feeds/listings/table-listing.js';
import { openFeed, type OpenFeedOptions } from '../../../src/importing/feeds/open-feed.js';
import { ImportFailed } from '../../../src/importing/import-errors.js';
import { importPrograms } from '../../../src/importing/import-programs.js';
import { Importing, NETWORK } from '../importing.js';
import { inTurn } from '../files/collect.js';
import { preview, fixture, fixtures, temporaryFile } from './feeds.js';

let importing: Importing;
beforeAll(async () => {
  importing = await Importing.open();
});
afterAll(() => importing.close());
beforeEach(() => importing.empty());

async function run(feed: string, files: string[]) {
  return importFrom({ feed, files });
}

async function importFrom(options: Omit<OpenFeedOptions, 'warn'>) {
  const warnings: string[] = [];
  const rejections: string[] = [];
  const warn = (message: string): void => void warnings.push(message);
  const source = openFeed({ ...options, warn });
  const report = { reject: (line: string): void => void rejections.push(line), warn };
  const summary = await importPrograms({
    ...{ database: importing.database.url, source, file: 'feed', network: NETWORK, mode: 'full', report },
  });
  return { ...summary, warnings, rejections };
}

async function expectFailure(feed: string, files: string[], message: RegExp): Promise<void> {
  const before = await importing.state();
  const importingIt = run(feed, files);
  await expect(importingIt).rejects.toThrow(ImportFailed);
  await expect(importingIt).rejects.toThrow(message);
  expect(await importing.state()).toEqual(before);
}

/** Fails the test for any other error. */
function isImportFailed(error: unknown): void {
  expect(error).toBeInstanceOf(ImportFailed);
}

const FILES: [string, string[]][] = [
  ['admitad', ['advcampaigns.json']],
  ['adtraction', ['se.json', 'dk.json']],
  ['awin', ['programmes.json']],
  ['cj', ['joined.xml', 'notjoined-1.xml', 'notjoined-2.xml']],
  ['commission-factory', ['merchants.json']],
  ['daisycon', ['programs.json', 'locales.json']],
  ['flexoffers', ['advertisers-1.json', 'advertisers-old.json']],
  ['impact', ['campaigns.xml']],
  ['partnerize', ['campaigns-a.json', 'campaigns-p.json']],
  ['rakuten', ['partnerships.json', 'advertisers.json', 'advertiser-90004.json']],
  ['shareasale', ['merchants.txt', 'merchants-wide.txt']],
  ['tradetracker', ['campaigns.xml']],
];

describe.each(FILES)('The feed %s', (feed, names) => {
  const [first = '', ...others] = fixtures(feed, ...names);
  const content = readFileSync(first);

  test('imported twice changes nothing the second time', async () => {
    const { created, rejected } = await run(feed, [first, ...others]);
    expect(created).toBeGreaterThan(0);
    expect(await run(feed, [first, ...others])).toMatchObject({
      ...{ created: 0, updated: 0, reopened: 0, closed: 0, unchanged: created, rejected },
    });
  });

  test('changes nothing when it is cut, or an HTML page', async () => {
    await run(feed, [first, ...others]);
    const inPlace = (file: string): string[] => [...others, file];
    const half = content.subarray(0, content.lastIndexOf('e'));
    await expectFailure(feed, inPlace(temporaryFile(half)), /cut|is not valid JSON/);
    await expectFailure(
      feed,
      inPlace(temporaryFile(gzipSync(content).subarray(0, -20))),
      /gzip data cannot be unpacked/,
    );
    await expectFailure(
      feed,
      inPlace(fixture('error-page.html')),
      /is an HTML page with the title "502 Bad Gateway", not a feed; check the address/,
    );
  });

  test('is rejected when its file is cut, wherever that is', async () => {
    for (let length = 0; length < content.length - 10; length += 1 + Math.floor(content.length / 50)) {
      const reading = preview({ feed, files: [...others, temporaryFile(content.subarray(0, length))] });
      if (feed === 'shareasale') await reading.catch(isImportFailed);
      else await expect(reading).rejects.toThrow(ImportFailed);
    }
  });

  test('rejects the files of the other feeds', async () => {
    for (const [foreign, [name = '']] of FILES) {
      if (foreign === feed) continue;
      await expect(preview({ feed, files: [...others, ...fixtures(foreign, name)] })).rejects.toThrow(
        /is not a file of the feed|is not (?:JSON|XML|table)|lacks the required|No file has/,
      );
    }
  });

  test.each([
    ['', /is empty/],
    [' \n', /is empty/],
    ['{}', /has no list of programs|is not|lacks/],
    ['{"message": "Rate limit exceeded"}', /its message is "Rate limit exceeded"|is not|lacks/],
    ['Error Code 4003: Invalid token', /it begins with "Error Code 4003: Invalid token"|lacks/],
    ['<a/>', /has no list of programs|it begins with "<a\/>"/],
  ])('rejects a file with the content %j', async (text, message) => {
    await expect(preview({ feed, files: [...others, temporaryFile(text)] })).rejects.toThrow(message);
  });
});

test('A table that is cut gives the rows before the last one, and then fails', async () => {
  const batches = tableListing(inTurn(['Id,Name\n1,One\n2,Two\n3\n']), 'feed', ['Id'], undefined);
  const lines: number[] = [];
  const reading = (async () => {
    for await (const batch of batches) lines.push(...batch.map(({ line }) => line));
  })();
  await expect(reading).rejects.toThrow('feed is cut: its last row, line 4, is incomplete');
  expect(lines).toEqual([2, 3]);
});

test('The feed shareasale closes nothing when its last cell may be cut', async () => {
  const files = fixtures('shareasale', 'merchants.txt', 'merchants-wide.txt');
  await run('shareasale', files);
  const content = readFileSync(fixture('shareasale/merchants.txt'));
  const cut = temporaryFile(content.subarray(0, content.indexOf('r.cfm')));
  expect(await run('shareasale', [cut])).toMatchObject({
    ...{ read: 1, unchanged: 1, closed: 0 },
    warnings: [expect.stringContaining('has no line end after its last row')],
  });
});

test.each<[string, string, RegExp]>([
  ['cj', 'cj/error.xml', /its message is "Not Authenticated: the token is missing"/],
  ['admitad', 'admitad/error.json', /its message is "No access token"/],
  ['tradetracker', 'tradetracker/fault.xml', /its message is "Not authenticated"/],
])('The feed %s reports the message of an error document', async (feed, name, message) => {
  await expectFailure(feed, [fixture(name)], message);
});

test('An incomplete feed closes nothing, and warns why', async () => {
  await run('cj', fixtures('cj', 'joined.xml', 'notjoined-1.xml', 'notjoined-2.xml'));
  const { closed, unchanged, warnings } = await run('cj', fixtures('cj', 'joined.xml', 'notjoined-1.xml'));
  expect({ closed, unchanged }).toEqual({ closed: 0, unchanged: 4 });
  expect(warnings).toContainEqual(expect.stringMatching(/ declares 3 programs, 2 were found/));
});

test('A complete feed closes the programs that it no longer has', async () => {
  await run('cj', fixtures('cj', 'joined.xml', 'notjoined-1.xml', 'notjoined-2.xml'));
  expect(await run('cj', fixtures('cj', 'joined.xml'))).toMatchObject({ closed: 3, unchanged: 2 });
});

test('A program without its joined record is rejected, and not closed', async () => {
  const names = ['partnerships.json', 'advertisers.json', 'advertiser-90004.json'];
  await run('rakuten', fixtures('rakuten', ...names));
  expect(await run('rakuten', fixtures('rakuten', ...names.slice(0, 2)))).toMatchObject({
    ...{ unchanged: 1, rejected: 2, closed: 0 },
  });
});

test('An object where a value is expected changes no stored value and closes no program', async () => {
  const fields = {
    networkProgramId: 'id',
    name: 'name',
    primaryUrl: 'url',
    dateStarted: 'start',
    countries: 'cc',
  };
  const map = temporaryFile(JSON.stringify({ format: 'json', fields }));
  const importRecords = (...records: object[]) =>
    importFrom({ map, files: [temporaryFile(JSON.stringify(records))] });
  const first = { id: 1, name: 'A', url: 'a.example', start: '2020-01-01', cc: ['DE'] };
  const second = { id: 2, name: 'B', url: 'b.example' };
  await importRecords(first, second);
  const damaged = { ...first, name: 'Z', start: { $date: '2020-01-01T00:00:00Z' }, cc: { code: 'DE' } };
  const outcome = await importRecords(damaged, second);
  expect(outcome).toMatchObject({ rejected: 1, updated: 0, closed: 0, unchanged: 1 });
  expect(outcome.rejections).toEqual([
    expect.stringContaining(
      ':1: dateStarted: start is an object, not a value; its values are at start.$date',
    ),
  ]);
  expect(await importing.stored('name, date_started::text, countries, status')).toEqual([
    { name: 'A', date_started: '2020-01-01', countries: ['DE'], status: true },
    { name: 'B', date_started: null, countries: [], status: true },
  ]);
});

test('Stray quotes in a pipe-separated feed are ordinary characters', async () => {
  const header = 'Merchant Id|Merchant|WWW|Program Status\n';
  const lines = [
    '1|Yarn|yarn.example|Online',
    '2|Wool|wool.example|Online',
    '3|Silk Shop|silk.example|Online',
  ];
  const feed = (rows: string[]): string[] => [temporaryFile(`${header}${rows.join('\n')}\n`)];
  await run('shareasale', feed(lines));
  const [first = '', second = '', third = ''] = lines;
  const damaged = [first.replace('Yarn', '"Yarn'), second, third.replace('Silk', 'Silk 5"')];
  expect(await run('shareasale', feed(damaged))).toMatchObject({
    read: 3,
    updated: 2,
    unchanged: 1,
    closed: 0,
  });
  expect(await importing.stored('name')).toEqual([
    { name: '"Yarn' },
    { name: 'Wool' },
    { name: 'Silk 5" Shop' },
  ]);
});
