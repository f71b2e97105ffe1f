import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { openFeed } from '../../../src/importing/feeds/open-feed.js';
import { ImportFailed } from '../../../src/importing/import-errors.js';
import { importPrograms } from '../../../src/importing/import-programs.js';
import { Importing, NETWORK } from '../importing.js';
import { check, fixture, fixtures, written } from './feeds.js';

let importing: Importing;
beforeAll(async () => {
  importing = await Importing.open();
});
afterAll(() => importing.close());
beforeEach(() => importing.empty());

async function run(kind: string, files: string[]) {
  const warnings: string[] = [];
  const warn = (message: string): void => void warnings.push(message);
  const source = openFeed({ kind, files, warn });
  const report = { reject: () => {}, warn };
  const summary = await importPrograms({
    ...{ database: importing.database.url, source, file: kind, network: NETWORK, mode: 'full', report },
  });
  return { ...summary, warnings };
}

async function refuses(kind: string, files: string[], message: RegExp): Promise<void> {
  const before = await importing.state();
  const importingIt = run(kind, files);
  await expect(importingIt).rejects.toThrow(ImportFailed);
  await expect(importingIt).rejects.toThrow(message);
  expect(await importing.state()).toEqual(before);
}

/** Fails the test for anything but the answer to a file that is no feed. */
function isImportFailed(error: unknown): void {
  expect(error).toBeInstanceOf(ImportFailed);
}

const CLEAN: [string, string[]][] = [
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

describe.each(CLEAN)('the feed %s', (kind, names) => {
  const [first = '', ...others] = fixtures(kind, ...names);
  const content = readFileSync(first);

  test('imported twice changes nothing the second time', async () => {
    const { created, rejected } = await run(kind, [first, ...others]);
    expect(created).toBeGreaterThan(0);
    expect(await run(kind, [first, ...others])).toMatchObject({
      ...{ created: 0, updated: 0, reopened: 0, closed: 0, unchanged: created, rejected },
    });
  });

  test('that is cut, or an HTML page, changes nothing', async () => {
    await run(kind, [first, ...others]);
    const inPlace = (file: string): string[] => [...others, file];
    const half = content.subarray(0, content.lastIndexOf('e'));
    await refuses(kind, inPlace(written(half)), /cut|is not valid JSON/);
    await refuses(kind, inPlace(written(gzipSync(content).subarray(0, -20))), /gzip data cannot be unpacked/);
    await refuses(kind, inPlace(fixture('error-page.html')), /is an HTML page, not a feed/);
  });

  test('is not read of a part of its file, wherever that is cut', async () => {
    for (let length = 0; length < content.length - 10; length += 1 + Math.floor(content.length / 50)) {
      const reading = check({ kind, files: [...others, written(content.subarray(0, length))] });
      if (kind === 'shareasale') await reading.catch(isImportFailed);
      else await expect(reading).rejects.toThrow(ImportFailed);
    }
  });

  test('is not read of the feed of another network', async () => {
    for (const [foreign, [name = '']] of CLEAN) {
      if (foreign === kind) continue;
      await expect(check({ kind, files: [...others, ...fixtures(foreign, name)] })).rejects.toThrow(
        /is no file of the feed|is not (?:JSON|XML|table)|lacks the required|No file holds/,
      );
    }
  });

  test.each([
    ['', /is empty/],
    [' \n', /is empty/],
    ['{}', /has no place for programs|is not|lacks/],
    ['{"message": "Rate limit exceeded"}', /it says "Rate limit exceeded"|is not|lacks/],
    ['Error Code 4003: Invalid token', /it begins with "Error Code 4003: Invalid token"|lacks/],
    ['<a/>', /has no place for programs|it begins with "<a\/>"/],
  ])('is not read of %j', async (text, message) => {
    await expect(check({ kind, files: [...others, written(text)] })).rejects.toThrow(message);
  });
});

test('a table that may be cut in its last cell closes nothing', async () => {
  const files = fixtures('shareasale', 'merchants.txt', 'merchants-wide.txt');
  await run('shareasale', files);
  const content = readFileSync(fixture('shareasale/merchants.txt'));
  const cut = written(content.subarray(0, content.indexOf('r.cfm')));
  expect(await run('shareasale', [cut])).toMatchObject({
    ...{ read: 1, unchanged: 1, closed: 0 },
    warnings: [expect.stringContaining('has no line end after its last row')],
  });
});

test.each<[string, string, RegExp]>([
  ['cj', 'cj/error.xml', /it says "Not Authenticated: the token is missing"/],
  ['admitad', 'admitad/error.json', /it says "No access token"/],
  ['tradetracker', 'tradetracker/fault.xml', /it says "Not authenticated"/],
])('what %s says in an error document is passed on', async (kind, name, message) => {
  await refuses(kind, [fixture(name)], message);
});

test('an incomplete feed closes nothing, and says why', async () => {
  await run('cj', fixtures('cj', 'joined.xml', 'notjoined-1.xml', 'notjoined-2.xml'));
  const { closed, unchanged, warnings } = await run('cj', fixtures('cj', 'joined.xml', 'notjoined-1.xml'));
  expect({ closed, unchanged }).toEqual({ closed: 0, unchanged: 4 });
  expect(warnings).toContainEqual(expect.stringMatching(/3 programs are declared in .*, 2 found/));
});

test('a complete feed closes what it no longer has', async () => {
  await run('cj', fixtures('cj', 'joined.xml', 'notjoined-1.xml', 'notjoined-2.xml'));
  expect(await run('cj', fixtures('cj', 'joined.xml'))).toMatchObject({ closed: 3, unchanged: 2 });
});

test('a program without its other half is left as it was', async () => {
  const names = ['partnerships.json', 'advertisers.json', 'advertiser-90004.json'];
  await run('rakuten', fixtures('rakuten', ...names));
  expect(await run('rakuten', fixtures('rakuten', ...names.slice(0, 2)))).toMatchObject({
    ...{ unchanged: 1, rejected: 2, closed: 0 },
  });
});
