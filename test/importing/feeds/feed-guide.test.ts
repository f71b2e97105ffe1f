import { describe, expect, test } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { feedGuide, listFeeds } from '../../../src/importing/feeds/feed-guide.js';
import { WrongUsage } from '../../../src/importing/import-errors.js';
import { KNOWN_FEEDS } from '../../../src/importing/feeds/known-feeds.js';
import { preview, program, temporaryFile } from './feeds.js';

test('listFeeds names the twelve known feeds, and the mapped feed at the end', () => {
  expect(listFeeds().map(({ name }) => name)).toEqual([
    ...['admitad', 'adtraction', 'awin', 'cj', 'commission-factory', 'daisycon', 'flexoffers', 'impact'],
    ...['partnerize', 'rakuten', 'shareasale', 'tradetracker', 'mapped'],
  ]);
});

test('feedGuide throws WrongUsage for an unknown feed, and names the known ones', () => {
  expect(() => feedGuide('kwanko')).toThrow(WrongUsage);
  expect(() => feedGuide('kwanko')).toThrow(/^Unknown feed kwanko; known feeds: admitad, .*, tradetracker$/);
});

test('openFeed takes either a known feed or a map', async () => {
  const files = [temporaryFile('')];
  await expect(preview({ files })).rejects.toThrow('Give either --feed NAME or --map FILE');
  await expect(preview({ feed: 'awin', map: 'map.json', files })).rejects.toThrow(WrongUsage);
});

test('feedGuide says where each field comes from', () => {
  expect(feedGuide('cj').fields).toEqual({
    networkProgramId: 'advertiser-id',
    name: 'advertiser-name',
    primaryUrl: 'program-url',
    status: 'account-status (active = true, deactive = false, deactivated = false)',
  });
  expect(feedGuide('tradetracker').fields).toMatchObject({ status: 'true until info.stopDate is over' });
  expect(feedGuide('impact').fields).toMatchObject({ status: 'always true' });
});

describe.each(listFeeds().filter(({ name }) => name !== 'mapped'))(
  'The example files of the feed $name',
  ({ name: feed, expects }) => {
    test('are read without rejections and warnings', async () => {
      expect(expects).toMatch(/^The .*\.$/);
      const files = feedGuide(feed).examples.map(({ name, text }) => temporaryFile(text, name));
      const { programs, rejections, warnings } = await preview({ feed, files });
      expect(programs.length).toBeGreaterThan(0);
      expect(rejections).toEqual([]);
      expect(warnings).toEqual([]);
    });
  },
);

test('The example map reads the example file', async () => {
  const [map, file] = feedGuide('mapped').examples.map(({ name, text }) => temporaryFile(text, name));
  const { programs, rejections, warnings } = await preview({ map, files: [file ?? ''] });
  expect(programs).toEqual([
    program('EN-17', 'Example Shop', 'shop.example', {
      registerUrl: 'https://network.example/join/17',
      countries: ['GB'],
    }),
  ]);
  expect(rejections).toEqual([]);
  expect(warnings).toEqual([]);
});

test('Every file in definitions/ is a known feed', () => {
  const files = readdirSync(new URL('../../../src/importing/feeds/definitions', import.meta.url));
  expect(files.map((file) => file.replace('.feed.ts', '')).sort()).toEqual(
    KNOWN_FEEDS.map(({ name }) => name).sort(),
  );
});
