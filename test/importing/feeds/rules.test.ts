import { describe, expect, test } from '@jest/globals';
import { check, fixtures, written } from './feeds.js';

/** What an Awin listing of one program comes to. */
async function awin(values: object, options = {}) {
  const listing = [{ id: 1, name: 'Shop', displayUrl: 'shop.example', status: 'Active', ...values }];
  const { programs, rejections, warnings } = await check({
    kind: 'awin',
    files: [written(JSON.stringify(listing), 'listing.json')],
    ...options,
  });
  return { ...programs[0], rejections, warnings };
}

describe('a host', () => {
  test.each([
    ['https://www.shop.example/path?x=1#y', 'shop.example'],
    ['//www.shop.example/path', 'shop.example'],
    ['WWW.Shop.Example:8080', 'shop.example'],
    [' https://www.shop.example ', 'shop.example'],
    ['www.www.shop.example', 'www.shop.example'],
    ['www.example', 'www.example'],
    ['www2.shop.example', 'www2.shop.example'],
    ['https://user:secret@www.müller.example', 'xn--mller-kva.example'],
  ])('%s is stored as %s', async (displayUrl, host) => {
    expect(await awin({ displayUrl })).toMatchObject({ primaryUrl: host });
  });

  test('keeps its www. where the operator says so', async () => {
    expect(await awin({ displayUrl: 'https://www.shop.example' }, { keepWww: true })).toMatchObject({
      primaryUrl: 'www.shop.example',
    });
  });

  test.each(['http://10.0.0.1/', 'localhost', 'not a host', 'http://'])('%s is none', async (displayUrl) => {
    expect(await awin({ displayUrl })).toMatchObject({
      rejections: ['listing.json:1: primaryUrl: is not a host name or URL'],
    });
  });

  test('of a tracking link is no primary host', async () => {
    const displayUrl = 'https://shop.pxf.io/c/123/456/789';
    expect(await awin({ displayUrl })).toMatchObject({
      rejections: ['listing.json:1: primaryUrl: is a tracking link'],
    });
  });
});

describe('a register link', () => {
  test('is made of the template that the operator gives', async () => {
    const files = fixtures('partnerize', 'campaigns-a.json');
    const registerUrl = 'https://network.example/join/{networkProgramId}?id={networkProgramId}';
    const { programs } = await check({ kind: 'partnerize', files, registerUrl });
    expect(programs).toMatchObject([{ registerUrl: 'https://network.example/join/90l007?id=90l007' }]);
  });

  test('escapes what an id may hold', async () => {
    const registerUrl = 'https://network.example/{networkProgramId}';
    expect(await awin({ id: 'a/b ?&$$' }, { registerUrl })).toMatchObject({
      registerUrl: 'https://network.example/a%2Fb%20%3F%26%24%24',
    });
  });

  test.each([
    'https://network.example/join',
    'network.example/{networkProgramId}',
    'ftp://network.example/{networkProgramId}',
    'https://network.example/{networkProgramId}/{name}',
    'javascript:{networkProgramId}',
  ])('is not made of %s', async (registerUrl) => {
    await expect(awin({}, { registerUrl })).rejects.toThrow(/--register-url takes an http or https URL/);
  });
});

describe('a name', () => {
  test.each([
    ['Shop &amp; Co', 'Shop & Co'],
    ['Shop &amp;amp; Co', 'Shop &amp; Co'],
    ['Caf&eacute; &#8211; &#x263A;', 'Café – ☺'],
    ['AT&T &copy of', 'AT&T &copy of'],
    ['&lt;b&gt;Bold&lt;/b&gt;', '<b>Bold</b>'],
    ['Null&#0;&#1; Shop', 'Null\ufffd Shop'],
  ])('%s is decoded once, to %s', async (name, decoded) => {
    expect(await awin({ name })).toMatchObject({ name: decoded });
  });
});

describe('a country', () => {
  test.each([
    ['de', ['DE']],
    ['UK', ['GB']],
    ['Germany', ['DE']],
    ['UNITED STATES', ['US']],
    ['Korea, Republic of', ['KR']],
    ['CZECHREPUBLIC', ['CZ']],
    ['Czechia', ['CZ']],
    ["Cote d'Ivoire", ['CI']],
    ['Saint Lucia', ['LC']],
    ['Trinidad and Tobago', ['TT']],
    ['en_GB', ['GB']],
    ['DE, AT;CH|Italy', ['DE', 'AT', 'CH', 'IT']],
  ])('%s is understood as %j', async (countryCode, countries) => {
    expect(await awin({ primaryRegion: { countryCode } })).toMatchObject({ countries, warnings: [] });
  });

  test('that nobody knows is reported', async () => {
    expect(await awin({ primaryRegion: { countryCode: 'Atlantis' } })).toMatchObject({
      countries: [],
      warnings: ['countries: unknown code "Atlantis" is ignored (1 row, first at listing.json:1)'],
    });
  });
});

describe('a date', () => {
  test.each([
    ['2014-06-01', '2014-06-01'],
    ['2014-06-01 23:59:59', '2014-06-01'],
    ['2019-07-16T14:45:15+0200', '2019-07-16'],
    ['0000-00-00', null],
    ['0000-00-00 00:00:00', null],
    ['', null],
    ['N/A', null],
    [null, null],
    [1561939200000, '2019-07-01'],
  ])('%j is %j', async (activation_date, dateStarted) => {
    const results = [{ id: 1, name: 'Shop', site_url: 'shop.example', activation_date }];
    const { programs } = await check({
      kind: 'admitad',
      files: [written(JSON.stringify({ results }))],
    });
    expect(programs).toMatchObject([{ dateStarted }]);
  });
});

test('names that objects have of themselves are names like any other', async () => {
  const file = written(
    '[{"__proto__": {"id": 7}, "constructor": 1, "displayUrl": "shop.example", "name": "S"}]',
  );
  const { rejections } = await check({ kind: 'awin', files: [file] });
  expect(rejections).toEqual(['feed:1: networkProgramId: is missing']);
});
