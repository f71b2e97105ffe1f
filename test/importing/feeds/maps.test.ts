import { describe, expect, test } from '@jest/globals';
import { WrongUsage } from '../../../src/importing/import-errors.js';
import { preview, program, temporaryFile } from './feeds.js';

const FIELDS = { networkProgramId: 'id', name: 'title', primaryUrl: 'site' };

/** The preview of a file that is read with a map. */
const mapped = (map: object, content: string, name = 'feed') =>
  preview({ map: temporaryFile(JSON.stringify(map), 'map.json'), files: [temporaryFile(content, name)] });

describe('A map reads', () => {
  const shop = program('1', 'Shop', 'shop.example');

  test.each([
    ['csv', 'id;title;site\r\n1;Shop;shop.example\r\n'],
    ['csv', '\ufeffid,title,site\n"1","Shop","shop.example"\n'],
    ['pipe', 'id|title|site\n1|Shop|shop.example\n'],
    ['json', '[{"id":1,"title":"Shop","site":"shop.example"}]'],
    ['ndjson', '{"id":"1","title":"Shop","site":"shop.example"}\n'],
  ])('%s: %j', async (format, content) => {
    const { programs, rejections, warnings } = await mapped({ format, fields: FIELDS }, content);
    expect({ programs, rejections, warnings }).toEqual({ programs: [shop], rejections: [], warnings: [] });
  });

  test('a pipe-separated file whose cells have commas', async () => {
    const content = 'id|title, short, as shown|site\n1|Shop|shop.example\n';
    const fields = { ...FIELDS, name: 'title, short, as shown' };
    const { programs } = await mapped({ format: 'pipe', fields }, content);
    expect(programs).toEqual([shop]);
  });

  test('JSON records at a path, and nested values', async () => {
    const map = {
      format: 'json',
      records: 'data.programs',
      total: 'meta.total',
      fields: { networkProgramId: 'id', name: 'texts.title', primaryUrl: 'sites.url', countries: 'markets' },
    };
    const record = {
      id: 1,
      texts: [{ title: 'Shop' }],
      sites: { url: 'shop.example' },
      markets: ['DE', 'AT'],
    };
    const { programs, warnings } = await mapped(
      map,
      JSON.stringify({ meta: { total: 2 }, data: { programs: [record] } }),
    );
    expect(programs).toEqual([{ ...shop, countries: ['DE', 'AT'] }]);
    expect(warnings).toEqual([
      'No program would be closed, since the feed is not complete: feed declares 2 programs, 1 were found',
    ]);
  });

  test('XML elements and attributes', async () => {
    const map = {
      format: 'xml',
      records: 'list.program',
      total: 'list.@count',
      fields: { networkProgramId: '@id', name: 'title', primaryUrl: 'link.@href', countries: 'country' },
    };
    const xml =
      '<list count="1"><program id="1"><title lang="en">Shop</title><link href="shop.example"/>' +
      '<country>DE</country><country>AT</country></program></list>';
    const { programs, warnings } = await mapped(map, xml);
    expect(programs).toEqual([{ ...shop, countries: ['DE', 'AT'] }]);
    expect(warnings).toEqual([]);
  });
});

describe('A field of a map', () => {
  const csv = 'country,id,title,site,state,hosts\nUK,7,Shop &amp; Co,www.shop.example,Online,\n';
  const field = async (fields: object, more = {}) => {
    const { programs, rejections, warnings } = await mapped(
      { format: 'csv', fields: { ...FIELDS, ...fields }, ...more },
      csv,
    );
    return { ...programs[0], rejections, warnings };
  };

  test('can be a template', async () => {
    const networkProgramId = '{country}-{id}';
    const registerUrl = 'https://network.example/join/{id}';
    expect(await field({ networkProgramId, registerUrl })).toMatchObject({
      networkProgramId: 'UK-7',
      registerUrl: 'https://network.example/join/7',
    });
  });

  test('can have a table of values, whatever their case, and a default', async () => {
    expect(
      await field({
        countries: { from: 'country', values: { uk: 'IE' } },
        status: { from: 'state', values: { ONLINE: false } },
        dateStarted: { from: 'started', default: '2020-02-29' },
        dateClosed: { default: '2021-01-01' },
      }),
    ).toMatchObject({
      countries: ['IE'],
      status: false,
      dateStarted: '2020-02-29',
      dateClosed: '2021-01-01',
    });
  });

  test('can name several columns, of which the first with a value counts', async () => {
    expect(await field({ name: ['hosts', 'title'] })).toMatchObject({ name: 'Shop & Co' });
  });

  test('rejects the row of a status that its table does not name', async () => {
    expect(await field({ status: { from: 'state', values: { offline: false } } })).toMatchObject({
      rejections: ['feed:2: status: is neither true, false, 1 nor 0'],
    });
  });

  test('keeps www. in primaryUrl unless the map has dropWww', async () => {
    expect(await field({})).toMatchObject({ primaryUrl: 'www.shop.example' });
    expect(await field({}, { dropWww: true })).toMatchObject({ primaryUrl: 'shop.example' });
  });

  test('ignores a tracking link as registerUrl', async () => {
    const registerUrl = { default: 'https://www.awin1.com/awclick.php?mid=1&id=2' };
    expect(await field({ registerUrl })).toMatchObject({
      registerUrl: null,
      warnings: ['registerUrl: a tracking link is ignored (1 row, first at feed:2)'],
    });
  });

  test('warns of further domains, which are not stored', async () => {
    expect(await field({}, { furtherDomains: ['hosts', 'country'] })).toMatchObject({
      warnings: ['further domains are not stored: UK (1 row, first at feed:2)'],
    });
  });

  test('fails the file that lacks its column', async () => {
    await expect(field({ countries: 'land' })).rejects.toThrow('lacks the required column land');
  });

  test.each(['yes', 'Y', 'true', '1'])('reads the status %s as true', async (word) => {
    expect(await field({ status: { default: word } })).toMatchObject({ status: true });
  });

  test.each(['no', 'N', 'False', '0'])('reads the status %s as false', async (word) => {
    expect(await field({ status: { default: word } })).toMatchObject({ status: false });
  });
});

test('A map cleans names, hosts and country codes as a canonical file does', async () => {
  const csv =
    '\ufeffplatformId;programId;programUrl;programTitle\r\n' +
    'DE;1;Shop.Example;Shop\r\nEN;2;shop.example/path/; Blanks  within \r\nAT;3;müller.example;Müller\r\nDE;4;;Nowhere\r\n';
  const fields = {
    networkProgramId: '{platformId}-{programId}',
    name: 'programTitle',
    primaryUrl: 'programUrl',
    countries: 'platformId',
  };
  const { programs, rejections, warnings } = await mapped({ format: 'csv', fields }, csv);
  expect(programs).toEqual([
    program('DE-1', 'Shop', 'shop.example', { countries: ['DE'] }),
    program('EN-2', 'Blanks within', 'shop.example'),
    program('AT-3', 'Müller', 'xn--mller-kva.example', { countries: ['AT'] }),
  ]);
  expect(rejections).toEqual(['feed:5: primaryUrl: must not be empty']);
  expect(warnings).toEqual(['countries: unknown code "EN" is ignored (1 row, first at feed:3)']);
});

describe('A map is wrong usage', () => {
  test.each([
    ['without format', { fields: FIELDS }, 'format'],
    [
      'without networkProgramId',
      { format: 'csv', fields: { name: 'a', primaryUrl: 'b' } },
      'fields.networkProgramId',
    ],
    ['with an unknown field', { format: 'csv', fields: { ...FIELDS, nmae: 'a' } }, 'nmae'],
    ['with an unknown option', { format: 'csv', fields: FIELDS, dropWwww: true }, 'dropWwww'],
    ['for XML without records', { format: 'xml', fields: FIELDS }, 'records'],
  ])('%s', async (_, map, named) => {
    const reading = mapped(map, '');
    await expect(reading).rejects.toThrow(WrongUsage);
    await expect(reading).rejects.toThrow(named);
  });

  test('that is not JSON, or does not exist', async () => {
    const files = [temporaryFile('')];
    await expect(preview({ map: temporaryFile('{'), files })).rejects.toThrow(/cannot be read as a map/);
    await expect(preview({ map: '/nowhere/map.json', files })).rejects.toThrow(/cannot be read as a map/);
  });
});
