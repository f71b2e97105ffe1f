import { describe, expect, test } from '@jest/globals';
import { preview, fixtures, temporaryFile } from './feeds.js';

/** The preview of an Awin listing with one program. */
async function awin(values: object, options = {}) {
  const listing = [{ id: 1, name: 'Shop', displayUrl: 'shop.example', status: 'Active', ...values }];
  const { programs, rejections, warnings } = await preview({
    feed: 'awin',
    files: [temporaryFile(JSON.stringify(listing), 'listing.json')],
    ...options,
  });
  return { ...programs[0], rejections, warnings };
}

describe('The primaryUrl of a feed', () => {
  test.each([
    ['https://www.shop.example/path?x=1#y', 'shop.example'],
    ['//www.shop.example/path', 'shop.example'],
    ['WWW.Shop.Example:8080', 'shop.example'],
    [' https://www.shop.example ', 'shop.example'],
    ['www.www.shop.example', 'www.shop.example'],
    ['www.example', 'www.example'],
    ['www2.shop.example', 'www2.shop.example'],
    ['https://user:secret@www.müller.example', 'xn--mller-kva.example'],
  ])('%s is stored as the host %s', async (displayUrl, host) => {
    expect(await awin({ displayUrl })).toMatchObject({ primaryUrl: host });
  });

  test('keeps its www. with --keep-www', async () => {
    expect(await awin({ displayUrl: 'https://www.shop.example' }, { keepWww: true })).toMatchObject({
      primaryUrl: 'www.shop.example',
    });
  });

  test.each(['http://10.0.0.1/', 'localhost', 'not a host', 'http://'])(
    '%s rejects its row',
    async (displayUrl) => {
      expect(await awin({ displayUrl })).toMatchObject({
        rejections: [`listing.json:1: primaryUrl: is not a host name or URL: "${displayUrl}"`],
      });
    },
  );

  test('that is a tracking link rejects its row', async () => {
    const displayUrl = 'https://shop.pxf.io/c/123/456/789';
    expect(await awin({ displayUrl })).toMatchObject({
      rejections: [`listing.json:1: primaryUrl: is a tracking link: "${displayUrl}"`],
    });
  });
});

describe('--register-url', () => {
  test('fills the template with networkProgramId', async () => {
    const files = fixtures('partnerize', 'campaigns-a.json');
    const registerUrl = 'https://network.example/join/{networkProgramId}?id={networkProgramId}';
    const { programs } = await preview({ feed: 'partnerize', files, registerUrl });
    expect(programs).toMatchObject([{ registerUrl: 'https://network.example/join/90l007?id=90l007' }]);
  });

  test('escapes networkProgramId', async () => {
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
  ])('rejects %s', async (registerUrl) => {
    await expect(awin({}, { registerUrl })).rejects.toThrow(/--register-url must be an http or https URL/);
  });
});

describe('The name of a feed', () => {
  test.each([
    ['Shop &amp; Co', 'Shop & Co'],
    ['Shop &amp;amp; Co', 'Shop &amp; Co'],
    ['Caf&eacute; &#8211; &#x263A;', 'Café – ☺'],
    ['AT&T &copy of', 'AT&T &copy of'],
    ['&lt;b&gt;Bold&lt;/b&gt;', '<b>Bold</b>'],
    ['Null&#0;&#1; Shop', 'Null\ufffd Shop'],
  ])('%s is decoded from HTML once, to %s', async (name, decoded) => {
    expect(await awin({ name })).toMatchObject({ name: decoded });
  });
});

describe('The country of a feed', () => {
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
    ['US CA', ['US', 'CA']],
    ['us  uk, New Zealand', ['US', 'GB', 'NZ']],
  ])('%s is read as %j', async (countryCode, countries) => {
    expect(await awin({ primaryRegion: { countryCode } })).toMatchObject({ countries, warnings: [] });
  });

  test('that is unknown is ignored with a warning', async () => {
    expect(await awin({ primaryRegion: { countryCode: 'Atlantis' } })).toMatchObject({
      countries: [],
      warnings: ['countries: unknown code "Atlantis" is ignored (1 row, first at listing.json:1)'],
    });
  });
});

describe('The date of a feed', () => {
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
    ['/Date(1561939200000+0200)/', '2019-07-01'],
    ['/Date(-62135596800000)/', null],
    [-62135596800000, null],
    [253402300799999, null],
    ['0001-01-01T00:00:00', null],
    ['9999-12-31T23:59:59.9999999Z', null],
    ['2015-03-26+01:00', '2015-03-26'],
    ['2015-03-26Z', '2015-03-26'],
  ])('%j is read as %j', async (activation_date, dateStarted) => {
    const results = [{ id: 1, name: 'Shop', site_url: 'shop.example', activation_date }];
    const { programs } = await preview({
      feed: 'admitad',
      files: [temporaryFile(JSON.stringify({ results }))],
    });
    expect(programs).toMatchObject([{ dateStarted }]);
  });
});

test('A feed may use names such as __proto__ and constructor', async () => {
  const file = temporaryFile(
    '[{"__proto__": {"id": 7}, "constructor": 1, "displayUrl": "shop.example", "name": "S"}]',
  );
  const { rejections } = await preview({ feed: 'awin', files: [file] });
  expect(rejections).toEqual(['feed:1: networkProgramId: is missing']);
});

describe('A host that many programs share', () => {
  const records = Array.from({ length: 60 }, (_, index) => ({
    ...{ id: index + 1, name: 'Shop', displayUrl: `shop-${index}.example` },
    link: `https://go.track.example/${index}`,
  }));
  const fields = { networkProgramId: 'id', name: 'name', primaryUrl: 'displayUrl' };
  const read = async (registerUrl: string) => {
    const map = temporaryFile(JSON.stringify({ format: 'json', fields: { ...fields, registerUrl } }));
    return preview({ map, files: [temporaryFile(JSON.stringify(records))] });
  };

  test('is reported where the feed has the links, and not where the map makes them', async () => {
    expect((await read('link')).warnings).toEqual([
      expect.stringContaining('registerUrl: 60 of 60 programs share the host go.track.example'),
    ]);
    expect((await read('https://network.example/join/{id}')).warnings).toEqual([]);
  });
});
