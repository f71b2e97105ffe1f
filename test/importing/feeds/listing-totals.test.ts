import { describe, expect, test } from '@jest/globals';
import { findIncompleteListings, type ReadPage } from '../../../src/importing/feeds/listing-totals.js';
import { preview, fixtures } from './feeds.js';

const NOT_COMPLETE = /^No program would be closed, since the feed is not complete: /;

const page = (declaredTotal: number | undefined, records: number, first: string | undefined): ReadPage => ({
  file: `page-of-${first}`,
  records,
  first,
  declaredTotal,
});

describe('A feed is complete', () => {
  test.each<[string, ReadPage[]]>([
    ['when no page declares a total', [page(undefined, 5, 'a'), page(undefined, 0, undefined)]],
    ['when one page has them all', [page(2, 2, 'a')]],
    ['when its pages have them all together', [page(3, 2, 'a'), page(3, 1, 'b')]],
    ['when it ends with an empty page', [page(3, 2, 'a'), page(3, 1, 'b'), page(3, 0, undefined)]],
    ['when its only page is followed by an empty one', [page(2, 2, 'a'), page(2, 0, undefined)]],
    ['when a listing is empty', [page(0, 0, undefined), page(2, 2, 'a')]],
    ['when two listings are complete', [page(3, 2, 'a'), page(4, 2, 'b'), page(3, 1, 'c'), page(4, 2, 'd')]],
    [
      'when two listings of one size are complete',
      [page(3, 2, 'a'), page(3, 2, 'b'), page(3, 1, 'c'), page(3, 1, 'd')],
    ],
    ['when two single pages are of one size', [page(1, 1, 'a'), page(1, 1, 'b')]],
  ])('%s', (_, pages) => {
    expect(findIncompleteListings(pages)).toBeUndefined();
  });
});

describe('A feed is incomplete', () => {
  test.each<[string, ReadPage[], string]>([
    ['when a page is missing', [page(3, 2, 'a')], 'page-of-a declares 3 programs, 2 were found'],
    [
      'when a page was given twice instead of another',
      [page(5, 2, 'a'), page(5, 2, 'a'), page(5, 1, 'c')],
      'page-of-a is a page that was given twice',
    ],
    [
      'when the total changed between its pages',
      [page(3, 2, 'a'), page(4, 2, 'b')],
      'page-of-a declares 3 programs, 2 were found; page-of-b declares 4 programs, 2 were found',
    ],
    [
      'when one of two listings lacks a page',
      [page(2, 2, 'a'), page(4, 2, 'b')],
      'page-of-b declares 4 programs, 2 were found',
    ],
    ['when it has too many', [page(1, 3, 'a')], 'page-of-a declares 1 programs, 3 were found'],
    ['when only its empty page was given', [page(3, 0, undefined)], 'declares 3 programs, 0 were found'],
  ])('%s', (_, pages, why) => {
    expect(findIncompleteListings(pages)).toContain(why);
  });
});

test.each([
  ['cj', ['notjoined-1.xml']],
  ['impact', ['campaigns-2.json']],
])('The feed %s without one of its pages is incomplete', async (feed, names) => {
  const { warnings } = await preview({ feed, files: fixtures(feed, ...names) });
  expect(warnings).toContainEqual(expect.stringMatching(NOT_COMPLETE));
});

test.each([
  ['cj', ['notjoined-1.xml', 'notjoined-2.xml', 'joined.xml']],
  ['impact', ['campaigns-1.json', 'campaigns-2.json']],
  ['impact', ['campaigns.xml']],
  ['rakuten', ['partnerships.json', 'advertisers.json']],
  ['partnerize', ['campaigns-a.json', 'campaigns-p.json']],
  ['admitad', ['advcampaigns.json']],
])('The feed %s with all of its pages is complete', async (feed, names) => {
  const { warnings } = await preview({ feed, files: fixtures(feed, ...names) });
  expect(warnings).not.toContainEqual(expect.stringMatching(NOT_COMPLETE));
});
