import { describe, expect, test } from '@jest/globals';
import { feedGuide, feedKinds } from '../../../src/importing/feeds/feed-guide.js';
import { WrongUsage } from '../../../src/importing/import-errors.js';
import { check, program, written } from './feeds.js';

test('there are twelve kinds, and the mapped feed', () => {
  expect(feedKinds().map(({ kind }) => kind)).toEqual([
    ...['admitad', 'adtraction', 'awin', 'cj', 'commission-factory', 'daisycon', 'flexoffers', 'impact'],
    ...['partnerize', 'rakuten', 'shareasale', 'tradetracker', 'mapped'],
  ]);
});

test('an unknown kind is wrong usage, and the kinds are named', () => {
  expect(() => feedGuide('kwanko')).toThrow(WrongUsage);
  expect(() => feedGuide('kwanko')).toThrow(/kind kwanko; there are admitad, .*, tradetracker/);
});

test('a feed is of a kind or through a map, not both and not neither', async () => {
  const files = [written('')];
  await expect(check({ files })).rejects.toThrow('Give either --feed KIND or --map FILE');
  await expect(check({ kind: 'awin', map: 'map.json', files })).rejects.toThrow(WrongUsage);
});

test('a guide says where each field comes from', () => {
  expect(feedGuide('cj').fields).toEqual({
    networkProgramId: 'advertiser-id',
    name: 'advertiser-name',
    primaryUrl: 'program-url',
    status: 'account-status (active = true, deactive = false, deactivated = false)',
  });
  expect(feedGuide('tradetracker').fields).toMatchObject({ status: 'true until info.stopDate is over' });
  expect(feedGuide('impact').fields).toMatchObject({ status: 'always true' });
});

describe.each(feedKinds().filter(({ kind }) => kind !== 'mapped'))(
  'the examples of $kind',
  ({ kind, expects }) => {
    test('are a feed without a flaw', async () => {
      expect(expects).toMatch(/^The .*\.$/);
      const files = feedGuide(kind).examples.map(({ name, text }) => written(text, name));
      const { programs, rejections, warnings } = await check({ kind, files });
      expect(programs.length).toBeGreaterThan(0);
      expect(rejections).toEqual([]);
      expect(warnings).toEqual([]);
    });
  },
);

test('the example of a map reads the example of a file', async () => {
  const [map, file] = feedGuide('mapped').examples.map(({ name, text }) => written(text, name));
  const { programs, rejections, warnings } = await check({ map, files: [file ?? ''] });
  expect(programs).toEqual([
    program('EN-17', 'Example Shop', 'shop.example', {
      registerUrl: 'https://network.example/join/17',
      countries: ['GB'],
    }),
  ]);
  expect(rejections).toEqual([]);
  expect(warnings).toEqual([]);
});
