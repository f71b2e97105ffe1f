import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Directory, openDirectory } from '../program/directory.js';
import { sorts } from '../client/sort-fields.js';
import { addNetwork, addProgram } from '../database/rows.js';

const names = [
  '_x',
  '10',
  '9',
  'a',
  'A',
  'ä',
  'Ä',
  'az',
  'b',
  'B',
  'coté',
  'côte',
  'é',
  'z',
  'Ω',
  'я',
  '日本',
];
/** By code point: upper case before lower case, underscore between them. */
const codes = ['A', 'B', 'Z10', 'Z9', '_', 'a', 'aB', 'ab', 'b', 'z', 'ä', '中', '\u{1f600}'];
const shuffled = <T>(values: T[]) => values.map((_, at) => values[(at * 7 + 3) % values.length]!);

describe('A list', () => {
  let directory: Directory;

  beforeAll(async () => {
    directory = await openDirectory();
    const { database } = directory;
    for (const [at, name] of shuffled(names).entries()) {
      await addNetwork(database, {
        id: at + 1,
        name,
        url: `${name.codePointAt(0)!.toString(16)}${at % 3 === 0 ? '-' : '_'}.example`,
        last_sync: at % 4 === 0 ? null : `2026-01-${10 + (at % 5)}T00:00:00Z`,
        sub_id_length: at % 3 === 0 ? null : 100 - (at % 5),
        address_country: [null, 'DE', 'AT', 'ZW'][at % 4],
        created_at: `2026-01-0${1 + (at % 9)}T00:00:00Z`,
        updated_at: `2025-01-0${1 + ((at * 5) % 9)}T00:00:00Z`,
      });
    }
    for (const [at, code] of shuffled(codes).entries()) {
      await addProgram(database, 1 + (at % 3), {
        id: 100 - at,
        name: names[(at * 5) % 7],
        network_program_id: code,
        date_started: at % 3 === 0 ? null : `2020-0${1 + (at % 4)}-01`,
        date_closed: at % 2 === 0 ? null : `2027-0${1 + (at % 4)}-01`,
        primary_url: `${['b', 'a-b', 'a_b', 'a.b', 'a0'][at % 5]}.example`,
        created_at: `2026-01-0${1 + (at % 4)}T00:00:00Z`,
        updated_at: `2025-01-0${1 + ((at * 5) % 9)}T00:00:00Z`,
      });
    }
  });
  afterAll(() => directory.close());

  const rowsOf = async (path: string) => (await directory.get(path)).json as Record<string, unknown>[];

  test('is sorted by id by default', async () => {
    expect(await rowsOf('/networks')).toEqual(await rowsOf('/networks?sort=id'));
    const ids = (await rowsOf('/programs')).map(({ id }) => id as number);
    expect(ids).toEqual([...ids].sort((one, other) => one - other));
  });

  test('is sorted by names in the Unicode root collation', async () => {
    expect((await rowsOf('/networks?sort=name')).map(({ name }) => name)).toEqual(names);
    const networkNames = (await rowsOf('/api/v1/programs?sort=networkName')).map(
      ({ networkName }) => networkName,
    );
    expect(networkNames).toEqual([...networkNames].sort(new Intl.Collator('en').compare as never));
  });

  test('is sorted by other text in the order of code points', async () => {
    const ids = (await rowsOf('/programs?sort=networkProgramId')).map((program) => program.networkProgramId);
    expect(ids).toEqual(codes);
    const urls = (await rowsOf('/programs?sort=primaryUrl')).map(({ primaryUrl }) => primaryUrl as string);
    expect([...new Set(urls)]).toEqual([
      'a-b.example',
      'a.b.example',
      'a0.example',
      'a_b.example',
      'b.example',
    ]);
  });

  describe.each(sorts)('from $path sorted by $field', ({ path, field }) => {
    test('ascends, with null last and equal values by id', async () => {
      const rows = await rowsOf(`${path}?sort=${field}`);
      const inOrder = rows.slice(1).every((row, at) => {
        const [before, after] = [rows[at]![field], row[field]];
        if (before === after) return (rows[at]!.id as number) < (row.id as number);
        return after === null || (before !== null && !isLess(field, after, before));
      });
      expect(inOrder).toBe(true);
      expect(rows.length).toBe(path.endsWith('programs') ? codes.length : names.length);
    });

    test('descends as the exact mirror of ascending', async () => {
      const ascending = await rowsOf(`${path}?sort=${field}`);
      expect(await rowsOf(`${path}?sort=-${field}`)).toEqual(ascending.reverse());
    });
  });

  test.each([
    ['/networks', 'id, name, createdAt, updatedAt, lastSync, url, countProgramsActive, subIdLength'],
    [
      '/api/v1/networks',
      'id, name, createdAt, updatedAt, lastSync, url, countProgramsActive, subIdLength, addressCountry',
    ],
    [
      '/programs',
      'id, name, createdAt, updatedAt, networkId, networkProgramId, dateStarted, dateClosed, primaryUrl',
    ],
    [
      '/api/v1/programs',
      'id, name, createdAt, updatedAt, networkName, networkProgramId, dateStarted, dateClosed, primaryUrl',
    ],
  ])(
    'from %s is answered 400 for any other sort, with the fields %s in the message',
    async (path, allowed) => {
      const message = `sort must be one of ${allowed}, with - in front for descending, and may appear once`;
      const refused = [
        '',
        '-',
        '--id',
        '+id',
        'ID',
        'id,name',
        'id ',
        'nosuch',
        'constructor',
        '__proto__',
        'status',
      ];
      const ofOtherForm = path.includes('v1') ? ['networkId'] : ['networkName', 'addressCountry'];
      for (const sort of [
        ...refused,
        ...ofOtherForm,
        'countries',
        'registerUrl',
        'address',
        'id;DROP TABLE programs',
      ]) {
        const reply = await directory.get(`${path}?sort=${encodeURIComponent(sort)}`);
        expect([sort, reply.status]).toEqual([sort, 400]);
        expect(reply.json).toEqual({ error: true, message, details: [{ field: 'sort', message }] });
      }
      expect((await directory.get(`${path}?sort=id&sort=id`)).status).toBe(400);
    },
  );
});

/** Texts of the same kind in the order of the field. */
function isLess(field: string, one: unknown, other: unknown): boolean {
  if (typeof one === 'number') return one < (other as number);
  if (/name$/i.test(field)) return new Intl.Collator('en').compare(one as string, other as string) < 0;
  return Buffer.compare(Buffer.from(one as string), Buffer.from(other as string)) < 0;
}
