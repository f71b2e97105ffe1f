import { describe, expect, test } from '@jest/globals';
import { preview, fixtures, program } from './feeds.js';

describe('The feed awin', () => {
  test('reads every program, whatever its relationship to the publisher', async () => {
    const files = fixtures('awin', 'programmes.json', 'notjoined.json');
    const { programs, rejections, warnings } = await preview({ feed: 'awin', files });
    expect(programs).toEqual([
      program('90001', 'Example Shop', 'shop.example', {
        countries: ['DE'],
        domains: ['shop.example', 'www.shop.example'],
      }),
      program('9007199254740993', "Tom & Jerry's", 'tom.example', {
        countries: ['GB'],
        domains: ['*.jerry.example', 'tom.example.net', 'www.tom.example'],
      }),
      program('90003', 'No Region', 'region.example', { domains: [] }),
    ]);
    expect(rejections).toEqual([
      'notjoined.json:1: primaryUrl: is a tracking link: "https://www.awin1.com/cread.php?awinmid=90004&awinaffid=11"',
      'notjoined.json:2: primaryUrl: must not be empty',
    ]);
    expect(warnings).toEqual([
      'status: unknown value "resting" is ignored (1 row, first at programmes.json:3)',
    ]);
  });
});

describe('The feed cj', () => {
  test('reads the pages of both runs as one feed', async () => {
    const files = fixtures('cj', 'notjoined-2.xml', 'joined.xml', 'notjoined-1.xml');
    const { programs, places, rejections, warnings } = await preview({ feed: 'cj', files });
    expect(programs).toEqual([
      program('90042', 'Last', 'last.example'),
      program('90002', 'Example Shop & Garden', 'garden.example'),
      program('90012', 'Café <One>', 'cafe.example', { status: false }),
      program('90022', 'Bell and Book UK', 'bell.example'),
      program('90032', 'Other', 'other.example'),
    ]);
    expect(places).toEqual([
      'notjoined-2.xml:4',
      'joined.xml:4',
      'joined.xml:20',
      'notjoined-1.xml:4',
      'notjoined-1.xml:11',
    ]);
    expect(rejections).toEqual([]);
    expect(warnings).toEqual([
      'notjoined-1.xml has 3 characters or references that XML does not allow',
      'status: unknown value "suspended" is ignored (1 row, first at notjoined-1.xml:11)',
    ]);
  });
});

describe('The feed impact', () => {
  test('reads JSON pages, and the URL of the advertiser where the campaign has none', async () => {
    const files = fixtures('impact', 'campaigns-1.json', 'campaigns-2.json');
    const { programs, rejections, warnings } = await preview({ feed: 'impact', files });
    expect(programs).toEqual([
      program('90003', 'Example Shop CA', 'shop.example', {
        countries: ['CA', 'GB', 'US', 'KR', 'DJ'],
        domains: ['*.shop.example.net', 'shop.example', 'shop.example.net'],
      }),
      program('90013', 'Example Group', 'group.example', { countries: ['US'] }),
    ]);
    expect(rejections).toEqual([]);
    expect(warnings).toEqual([
      'countries: unknown code "NETHERLANDSANTILLES" is ignored (1 row, first at campaigns-1.json:1)',
    ]);
  });

  test('reads XML as it reads JSON, also lists of one element or none', async () => {
    const { programs, rejections, warnings } = await preview({
      feed: 'impact',
      files: fixtures('impact', 'campaigns.xml'),
    });
    expect(programs).toEqual([
      program('90003', 'Example Shop CA', 'shop.example', {
        countries: ['CA', 'CI'],
        domains: ['shop.example'],
      }),
      program('90013', 'Example Group', 'group.example'),
    ]);
    expect(rejections).toEqual([]);
    expect(warnings).toEqual([]);
  });
});

describe('The feed rakuten', () => {
  const files = fixtures('rakuten', 'partnerships.json', 'advertiser-90004.json', 'advertisers.json');

  test.each([
    ['in one order', files],
    ['in another order', [...files].reverse()],
  ])('joins partnerships with advertisers by id, with the files %s', async (_, paths) => {
    const { programs, rejections, warnings } = await preview({ feed: 'rakuten', files: paths });
    expect(programs).toEqual([
      program('90004', 'Example Shop', 'shop.example', { countries: ['US', 'CA'] }),
      program('90014', 'Declined by me', 'declined.example', { countries: ['US'] }),
    ]);
    expect(rejections).toEqual(['partnerships.json:3: row: no file has the details of 90024']);
    expect(warnings).toEqual([]);
  });

  test('fails without advertisers, since partnerships have no URLs', async () => {
    await expect(preview({ feed: 'rakuten', files: files.slice(0, 1) })).rejects.toThrow(
      'No file has the details of the programs',
    );
  });
});

describe('The feed tradetracker', () => {
  test('closes a campaign whose stop date is over, whatever its assignment', async () => {
    const { programs, rejections, warnings } = await preview({
      feed: 'tradetracker',
      files: fixtures('tradetracker', 'campaigns.xml'),
    });
    expect(programs).toEqual([
      program('90006', 'Example Shop', 'shop.example', { dateStarted: '2015-03-01' }),
      program('90016', 'Over', 'over.example', {
        status: false,
        dateStarted: '2015-03-01',
        dateClosed: '2016-02-29',
      }),
      program('90026', 'Not yet over', 'open.example', { dateClosed: '9998-12-31' }),
    ]);
    expect(rejections).toEqual([]);
    expect(warnings).toEqual([]);
  });
});

describe('The feed partnerize', () => {
  test("reads wrapped elements, and ignores the network's tests", async () => {
    const files = fixtures('partnerize', 'campaigns-a.json', 'campaigns-p.json');
    const { programs, rejections, warnings } = await preview({ feed: 'partnerize', files });
    expect(programs).toEqual([
      program('90l007', 'Example Shop', 'shop.example'),
      program('90l027', 'Not begun', 'soon.example', { status: false }),
    ]);
    expect(rejections).toEqual([]);
    expect(warnings).toEqual([
      'test_mode: records marked by it are ignored (1 row, first at campaigns-a.json:2)',
    ]);
  });
});

describe('The feed daisycon', () => {
  test('reads countries from the file of locales', async () => {
    const files = fixtures('daisycon', 'programs.json', 'locales.json');
    const { programs, rejections, warnings } = await preview({ feed: 'daisycon', files });
    expect(programs).toEqual([
      program('90008', 'Example Shop', 'shop.example', {
        dateStarted: '2016-05-01',
        countries: ['NL', 'BE'],
      }),
      program('90018', 'Nowhere', 'nowhere.example'),
    ]);
    expect(rejections).toEqual([]);
    expect(warnings).toEqual(['locales: no file has 9 (1 row, first at programs.json:1)']);
  });

  test('leaves countries out without the file of locales', async () => {
    const { programs, warnings } = await preview({
      feed: 'daisycon',
      files: fixtures('daisycon', 'programs.json'),
    });
    expect(programs).toHaveLength(2);
    expect(warnings).toEqual(['No file has the locales of the programs']);
  });
});

describe('The feed adtraction', () => {
  test('reads the responses for several markets as one feed', async () => {
    const { programs, rejections, warnings } = await preview({
      feed: 'adtraction',
      files: fixtures('adtraction', 'se.json', 'dk.json'),
    });
    expect(programs).toEqual([
      program('90009', 'Example Shop SE', 'shop.example', { countries: ['SE'] }),
      program('90019', 'Example Shop DK', 'shop.example', { countries: ['DK'] }),
    ]);
    expect(rejections).toEqual([]);
    expect(warnings).toEqual([]);
  });
});

describe('The feed flexoffers', () => {
  test('reads the new and the old response, with names in any case', async () => {
    const { programs, rejections, warnings } = await preview({
      feed: 'flexoffers',
      files: fixtures('flexoffers', 'advertisers-1.json', 'advertisers-old.json'),
    });
    expect(programs).toEqual([
      program('90010', 'Example Shop & Co', 'shop.example', { countries: ['US'] }),
      program('90020', 'Old Form', 'old.example', { countries: ['US', 'CA'] }),
    ]);
    expect(rejections).toEqual([]);
    expect(warnings).toEqual([]);
  });
});

describe('The feed shareasale', () => {
  test('finds columns by their names in any order, and reads countries from Ships To', async () => {
    const { programs, rejections, warnings } = await preview({
      feed: 'shareasale',
      files: fixtures('shareasale', 'merchants.txt', 'merchants-wide.txt'),
    });
    expect(programs).toEqual([
      program('90011', 'Example Shop', 'shop.example'),
      program('90012', '"Mom" & Pop, Garden', 'garden.example', { status: false }),
      program('90013', 'Gone', 'gone.example', { status: false }),
      program('90014', 'Poor', 'poor.example', { status: false }),
      program('90015', 'Puzzling', 'puzzling.example'),
      program('90021', 'Wide Table', 'wide.example', { countries: ['US', 'CA', 'GB'] }),
      program('90022', 'Anywhere', 'anywhere.example'),
    ]);
    expect(rejections).toEqual([]);
    expect(warnings).toEqual([
      'status: unknown value "sleeping" is ignored (1 row, first at merchants.txt:6)',
      'countries: unknown code "Worldwide" is ignored (1 row, first at merchants-wide.txt:3)',
    ]);
  });
});

describe('The feed admitad', () => {
  test('reads start dates, and ignores regions that are no country', async () => {
    const { programs, rejections, warnings } = await preview({
      feed: 'admitad',
      files: fixtures('admitad', 'advcampaigns.json'),
    });
    expect(programs).toEqual([
      program('90014', 'Example Shop WW', 'shop.example', { dateStarted: '2014-06-01', countries: ['DE'] }),
      program('90024', 'Disabled', 'disabled.example', { status: false }),
    ]);
    expect(rejections).toEqual([]);
    expect(warnings).toEqual([
      'countries: unknown code "01" is ignored (1 row, first at advcampaigns.json:1)',
    ]);
  });
});

describe('The feed commission-factory', () => {
  test('reads merchants as active whatever the relationship, and their launch date', async () => {
    const { programs, rejections, warnings } = await preview({
      feed: 'commission-factory',
      files: fixtures('commission-factory', 'merchants.json'),
    });
    expect(programs).toEqual([
      program('90015', 'Example Pty Ltd', 'shop.example', { dateStarted: '2017-01-01' }),
      program('90025', 'Undated', 'undated.example'),
    ]);
    expect(rejections).toEqual([]);
    expect(warnings).toEqual([]);
  });
});
