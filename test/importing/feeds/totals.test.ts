import { describe, expect, test } from '@jest/globals';
import { incompleteness, type ReadPage } from '../../../src/importing/feeds/listing-totals.js';
import { check, fixtures } from './feeds.js';

const NOT_COMPLETE = /^No program would be closed, since the feed is not complete: /;

const page = (declared: number | undefined, records: number, first: string | undefined): ReadPage => ({
  file: `page-of-${first}`,
  records,
  first,
  declared,
});

describe('a feed is complete', () => {
  test.each<[string, ReadPage[]]>([
    ['when no page declares a total', [page(undefined, 5, 'a'), page(undefined, 0, undefined)]],
    ['when one page has them all', [page(2, 2, 'a')]],
    ['when its pages have them all together', [page(3, 2, 'a'), page(3, 1, 'b')]],
    ['when it ends with an empty page', [page(3, 2, 'a'), page(3, 1, 'b'), page(3, 0, undefined)]],
    ['when its one page is followed by an empty one', [page(2, 2, 'a'), page(2, 0, undefined)]],
    ['when a listing is empty', [page(0, 0, undefined), page(2, 2, 'a')]],
    ['when two listings are', [page(3, 2, 'a'), page(4, 2, 'b'), page(3, 1, 'c'), page(4, 2, 'd')]],
    ['when two of one size are', [page(3, 2, 'a'), page(3, 2, 'b'), page(3, 1, 'c'), page(3, 1, 'd')]],
    ['when two single pages are of one size', [page(1, 1, 'a'), page(1, 1, 'b')]],
  ])('%s', (_, pages) => {
    expect(incompleteness(pages)).toBeUndefined();
  });
});

describe('a feed is not complete', () => {
  test.each<[string, ReadPage[], string]>([
    ['when a page is missing', [page(3, 2, 'a')], '3 programs are declared in page-of-a, 2 found'],
    [
      'when a page is there in the place of another',
      [page(5, 2, 'a'), page(5, 2, 'a'), page(5, 1, 'c')],
      'page-of-a is a page that appears twice',
    ],
    [
      'when the total changed between its pages',
      [page(3, 2, 'a'), page(4, 2, 'b')],
      '3 programs are declared in page-of-a, 2 found; 4 programs are declared in page-of-b, 2 found',
    ],
    [
      'when one of two listings lacks a page',
      [page(2, 2, 'a'), page(4, 2, 'b')],
      '4 programs are declared in page-of-b, 2 found',
    ],
    ['when it has too many', [page(1, 3, 'a')], '1 programs are declared in page-of-a, 3 found'],
    ['when only its empty page is there', [page(3, 0, undefined)], '3 programs are declared'],
  ])('%s', (_, pages, why) => {
    expect(incompleteness(pages)).toContain(why);
  });
});

test.each([
  ['cj', ['notjoined-1.xml']],
  ['impact', ['campaigns-2.json']],
])('a page of %s that is missing is noticed', async (kind, names) => {
  const { warnings } = await check({ kind, files: fixtures(kind, ...names) });
  expect(warnings).toContainEqual(expect.stringMatching(NOT_COMPLETE));
});

test.each([
  ['cj', ['notjoined-1.xml', 'notjoined-2.xml', 'joined.xml']],
  ['impact', ['campaigns-1.json', 'campaigns-2.json']],
  ['impact', ['campaigns.xml']],
  ['rakuten', ['partnerships.json', 'advertisers.json']],
  ['partnerize', ['campaigns-a.json', 'campaigns-p.json']],
  ['admitad', ['advcampaigns.json']],
])('all pages of %s make it complete', async (kind, names) => {
  const { warnings } = await check({ kind, files: fixtures(kind, ...names) });
  expect(warnings).not.toContainEqual(expect.stringMatching(NOT_COMPLETE));
});
