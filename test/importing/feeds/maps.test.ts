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

describe('Several values for a field of one value', () => {
  const record = { id: 1, title: 'Shop', site: 'shop.example', state: 'on' };
  const states = { from: 'state', values: { on: true, live: true, off: false } };
  const read = async (values: object, fields: object = {}) => {
    const { programs, rejections, warnings } = await mapped(
      { format: 'json', fields: { ...FIELDS, status: states, ...fields } },
      JSON.stringify([{ ...record, ...values }]),
    );
    return { ...programs[0], rejections, warnings };
  };

  test('leave the first, with a warning', async () => {
    const warning = (field: string) =>
      `${field}: there are several values, and the first is used (1 row, first at feed:1)`;
    expect(
      await read(
        { title: ['Shop', 'Store'], site: [{ url: 'shop.example' }, { url: 'shop2.example' }] },
        {
          primaryUrl: 'site.url',
        },
      ),
    ).toMatchObject({
      ...{ name: 'Shop', primaryUrl: 'shop.example', rejections: [] },
      warnings: [warning('name'), warning('primaryUrl')],
    });
  });

  test.each([
    [{ id: [1, 2] }, 'networkProgramId: has several values: 1, 2'],
    [{ state: ['on', 'off'] }, 'status: has several values: true, false'],
  ])('reject the row where they are %j', async (values, reason) => {
    expect(await read(values)).toMatchObject({ rejections: [`feed:1: ${reason}`], warnings: [] });
  });

  test('reject the row where they belong into a template', async () => {
    expect(await read({ site: ['a.example', 'b.example'] }, { primaryUrl: 'https://{site}/' })).toMatchObject(
      {
        rejections: ['feed:1: primaryUrl: site has several values'],
      },
    );
  });

  test.each([
    { title: ['Shop', 'Shop', null, ''] },
    { title: ['Shop', 'Sho&#112;'] },
    { state: ['on', 'live'] },
    { id: [1, '1'] },
  ])('are none where they mean the same: %j', async (values) => {
    expect(await read(values)).toMatchObject({
      ...{ networkProgramId: '1', name: 'Shop', status: true, rejections: [], warnings: [] },
    });
  });

  test('may have one repeated name in JSON', async () => {
    const json = '[{"id":1,"title":"Shop","title":"Store","site":"shop.example"}]';
    const { programs, warnings } = await mapped({ format: 'json', fields: FIELDS }, json);
    expect(programs).toMatchObject([{ name: 'Shop' }]);
    expect(warnings).toEqual([
      'name: there are several values, and the first is used (1 row, first at feed:1)',
    ]);
  });
});

test.each([
  ['Tea <b>&amp;</b> Co', 'title is an object, not a value; its values are at title.b, title.#text'],
  ['Tea<br/>Co', 'title is an object, not a value; its values are at title.br, title.#text'],
])('An XML element with the mixed content %s rejects its row as a value', async (title, reason) => {
  const map = { format: 'xml', records: 'list.program', fields: { ...FIELDS, networkProgramId: '@id' } };
  const xml = (text: string) =>
    `<list><program id="1"><title>${text}</title><site>shop.example</site></program></list>`;
  const { rejections } = await mapped(map, xml(title));
  expect(rejections).toEqual([`feed:1: name: ${reason}`]);

  const plain = await mapped(map, xml('Tea <!-- and --><![CDATA[&]]> Co'));
  expect(plain).toMatchObject({ programs: [{ name: 'Tea & Co' }], rejections: [], warnings: [] });
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
      rejections: ['feed:2: status: is neither true, false, 1 nor 0: "Online"'],
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

  test('can be the further domains, also several in one text', async () => {
    const domains = { default: 'b.example; https://a.example/x|*.c.example *d.example' };
    expect(await field({ domains })).toMatchObject({
      domains: ['*.c.example', '*.d.example', 'a.example', 'b.example', 'd.example'],
      warnings: [],
    });
    expect(await field({ domains: ['hosts', 'country'] })).toMatchObject({
      warnings: ['domains: "UK" is no host name, and is ignored (1 row, first at feed:2)'],
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

describe('A map of a keyed object reads', () => {
  const fields = { networkProgramId: '@key', name: 'name', primaryUrl: 'url', countries: 'markets' };
  const keyed = async (content: string, more = {}) => {
    const outcome = await mapped({ format: 'json', records: '*', fields, ...more }, content);
    return { ...outcome, programs: outcome.programs.map((each) => [each['networkProgramId'], each['name']]) };
  };

  test('its values as records, and their keys as @key', async () => {
    const content = { 'shop-a': { name: 'A', url: 'a.example' }, 'shop.b': { name: 'B', url: 'b.example' } };
    expect(await keyed(JSON.stringify(content))).toMatchObject({
      programs: [
        ['shop-a', 'A'],
        ['shop.b', 'B'],
      ],
      places: ['feed:1', 'feed:2'],
      rejections: [],
      warnings: [],
    });
  });

  test('numeric keys in the order of the file, and names such as __proto__', async () => {
    const content = `{"2":{"name":"A","url":"a.example"},"1":{"name":"B","url":"b.example"},
      "__proto__":{"name":"C","url":"c.example"},"":{"name":"D","url":"d.example","x":{"y":1}}}`;
    expect(await keyed(content)).toMatchObject({
      programs: [
        ['2', 'A'],
        ['1', 'B'],
        ['__proto__', 'C'],
      ],
      rejections: ['feed:4: networkProgramId: must not be empty'],
    });
  });

  test('a key that comes twice as two records', async () => {
    const content = '{"a":{"name":"A","url":"a.example"},"a":{"name":"B","url":"b.example"}}';
    expect(await keyed(content)).toMatchObject({
      programs: [
        ['a', 'A'],
        ['a', 'B'],
      ],
    });
  });

  test('nested objects of a record as its values', async () => {
    const content = '{"a":{"texts":{"title":"A"},"url":"a.example"}}';
    expect(await keyed(content, { fields: { ...fields, name: 'texts.title' } })).toMatchObject({
      programs: [['a', 'A']],
    });
  });

  test('an array under a key as several records with that key', async () => {
    const content = '{"de":[{"id":1,"name":"A","url":"a.example"},{"id":2,"name":"B","url":"b.example"}]}';
    expect(await keyed(content, { fields: { ...fields, networkProgramId: '{@key}-{id}' } })).toMatchObject({
      programs: [
        ['de-1', 'A'],
        ['de-2', 'B'],
      ],
    });
  });

  test('a scalar under a key as a rejected row', async () => {
    const content = '{"version":3,"a":{"name":"A","url":"a.example"},"b":null,"c":["x"]}';
    expect(await keyed(content)).toMatchObject({
      programs: [['a', 'A']],
      rejections: [
        'feed:1: row: is not a JSON object: 3',
        'feed:3: row: is not a JSON object: null',
        'feed:4: row: is not a JSON object: "x"',
      ],
    });
  });

  test('a keyed object below other names, and its declared total', async () => {
    const content = '{"meta":{"total":3},"data":{"shops":{"a":{"name":"A","url":"a.example"}}}}';
    expect(await keyed(content, { records: 'data.shops.*', total: 'meta.total' })).toMatchObject({
      programs: [['a', 'A']],
      rejections: [],
      warnings: [expect.stringContaining('feed declares 3 programs, 1 were found')],
    });
  });

  test('an empty keyed object as no records', async () => {
    expect(await keyed('{}')).toMatchObject({ programs: [], rejections: [], warnings: [] });
    expect(await keyed('{"data":{}}', { records: 'data.*' })).toMatchObject({ programs: [], rejections: [] });
    await expect(keyed('[]')).rejects.toThrow('has no list of programs');
    await expect(keyed('{"other":{}}', { records: 'data.*' })).rejects.toThrow('has no list of programs');
  });

  test('elements of any name in XML', async () => {
    const content = '<shops><shop-a><name>A</name><url>a.example</url></shop-a></shops>';
    expect(await keyed(content, { format: 'xml', records: 'shops.*' })).toMatchObject({
      programs: [['shop-a', 'A']],
    });
  });

  test('a long keyed object in bounded memory', async () => {
    const shop = (_: unknown, index: number) =>
      `"s${index}":{"name":"Shop","url":"s${index}.example","x":"${'y'.repeat(9_000)}"}`;
    const { rejections, warnings } = await keyed(`{${Array.from({ length: 1_000 }, shop).join(',')}}`);
    expect({ rejections, warnings }).toEqual({ rejections: [], warnings: [] });
  });
});

describe('An object where a map expects a value', () => {
  const read = async (record: object, fields: object = { dateStarted: 'start', countries: 'cc' }) => {
    const map = { format: 'json', fields: { ...FIELDS, ...fields } };
    const content = JSON.stringify([{ id: 1, title: 'A', site: 'a.example', ...record }]);
    const { programs, rejections, warnings } = await mapped(map, content);
    return { programs, rejections, warnings };
  };
  const rejected = (reason: string) => ({ programs: [], rejections: [`feed:1: ${reason}`], warnings: [] });

  test('rejects the row, and the message names the paths of its values', async () => {
    expect(await read({ start: { $date: '2020-01-01T00:00:00Z' } })).toEqual(
      rejected('dateStarted: start is an object, not a value; its values are at start.$date'),
    );
    expect(await read({ site: { href: 'a.example', rel: 'x' } })).toEqual(
      rejected('primaryUrl: site is an object, not a value; its values are at site.href, site.rel'),
    );
    expect(await read({ id: { $oid: '1' } })).toEqual(
      rejected('networkProgramId: id is an object, not a value; its values are at id.$oid'),
    );
  });

  test('rejects the row also in an array', async () => {
    const reason = 'countries: cc is an object, not a value; its values are at cc.code';
    expect(await read({ cc: [{ code: 'DE' }] })).toEqual(rejected(reason));
    expect(await read({ cc: ['DE', { code: 'AT' }] })).toEqual(rejected(reason));
  });

  test('rejects the row also where the map has a default or a template', async () => {
    expect(
      await read({ start: { year: 2020 } }, { dateStarted: { from: 'start', default: '2020-01-01' } }),
    ).toEqual(rejected('dateStarted: start is an object, not a value; its values are at start.year'));
    expect(await read({ ref: { id: 7 } }, { registerUrl: 'https://network.example/join/{ref}' })).toEqual(
      rejected('registerUrl: ref is an object, not a value; its values are at ref.id'),
    );
  });

  test('is passed over where a later path leads into it', async () => {
    expect(await read({ cc: { code: ['DE', 'AT'] } }, { countries: ['cc', 'cc.code'] })).toMatchObject({
      programs: [{ countries: ['DE', 'AT'] }],
      rejections: [],
    });
  });

  test('is ignored with a warning when it has no fields', async () => {
    expect(await read({ cc: {} })).toMatchObject({
      rejections: [],
      warnings: ['countries: cc has no text and no fields, and is ignored (1 row, first at feed:1)'],
    });
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

test('A map may begin with a byte order mark', async () => {
  const map = temporaryFile(`\ufeff${JSON.stringify({ format: 'csv', fields: FIELDS })}`, 'map.json');
  const { programs } = await preview({ map, files: [temporaryFile('id,title,site\n1,A,a.example\n')] });
  expect(programs).toEqual([program('1', 'A', 'a.example')]);
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

  test('with * anywhere but as the last name of records', async () => {
    for (const records of ['*.shops', 'shops*', '**', 'a.*.b']) {
      await expect(mapped({ format: 'json', records, fields: FIELDS }, '')).rejects.toThrow(
        'may have * only as its last name',
      );
    }
  });

  test('that is not JSON, or does not exist', async () => {
    const files = [temporaryFile('')];
    await expect(preview({ map: temporaryFile('{'), files })).rejects.toThrow(/cannot be read as a map/);
    await expect(preview({ map: '/nowhere/map.json', files })).rejects.toThrow(/cannot be read as a map/);
  });
});
