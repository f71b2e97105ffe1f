import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { openFeed } from '../../src/importing/feeds/open-feed.js';
import { ImportFailed } from '../../src/importing/import-errors.js';
import { noCounts } from '../../src/importing/import-options.js';
import { damageRows, rowDamages, runs } from './damage.js';
import { Importing, NETWORK } from './importing.js';

let importing: Importing;
beforeAll(async () => {
  importing = await Importing.open();
});
afterAll(() => importing.close());
beforeEach(() => importing.empty());

const stored = () =>
  importing.stored<{ key: string; name: string; status: boolean }>('network_program_id AS key, name, status');
const active = (...names: string[]) =>
  names.map((name, index) => ({ key: `${index + 1}`, name, status: true }));
const tally = { network: NETWORK, ...noCounts(), warnings: [], rejects: [] };

describe('an import with two stray quotes', () => {
  const HEADER = 'networkProgramId,name,primaryUrl';
  const before = [
    HEADER,
    '1,A,a.example',
    '2,B,b.example',
    '3,C,c.example',
    '4,D,d.example',
    '5,E,e.example',
  ];
  const after = [...before];
  after[1] = '1,"A,a.example';
  after[4] = '4,D 12" vinyl,d.example';
  const reason = 'row: has a quote that is not closed before line 3, which could be a row of its own';

  test('into CSV rejects the row of the first one, and closes no program', async () => {
    await importing.programs(before.join('\n'), {}, 'csv');
    expect(await importing.programs(after.join('\n'), {}, 'csv')).toEqual({
      ...tally,
      ...{ read: 5, updated: 1, unchanged: 3, rejected: 1 },
      rejects: [`feed:2: ${reason}: 1,"A,a.example`],
    });
    expect(await stored()).toEqual(active('A', 'B', 'C', 'D 12" vinyl', 'E'));
  });

  test.each([
    ['csv', '\t', [`feed:2: ${reason}: 1 "A a.example`], 'A'],
    ['pipe', '|', [], '"A'],
  ])(
    'into a %s file of a map, delimited by %j, closes no program',
    async (format, delimiter, rejects, first) => {
      const fields = { networkProgramId: 'networkProgramId', name: 'name', primaryUrl: 'primaryUrl' };
      const map = await importing.file(JSON.stringify({ format, fields }), 'json');
      const load = async (lines: readonly string[]) => {
        const file = await importing.file(`${lines.join('\n').replaceAll(',', delimiter)}\n`, 'txt');
        const outcome = await importing.import(openFeed({ map, files: [file], warn: () => {} }));
        return outcome.rejects.map((line) => line.replace(file, 'feed'));
      };
      await load(before);
      expect(await load(after)).toEqual(rejects);
      expect(await stored()).toEqual(active(first, 'B', 'C', 'D 12" vinyl', 'E'));
    },
  );

  test('into the pipe-separated feed shareasale takes them as characters, and closes no program', async () => {
    const listing = (
      yarn: string,
      silk: string,
    ) => `Merchant Id|Merchant|WWW|Program Status|Program Category|Sale Comm
1|${yarn}|yarn.example|Online|home|5%
2|Wool|wool.example|Online|home|5%
3|${silk}|silk.example|Online|home|5%
4|Cord|cord.example|Online|home|5%
`;
    const load = async (content: string) => {
      const files = [await importing.file(content, 'txt')];
      return importing.import(openFeed({ feed: 'shareasale', files, warn: () => {} }));
    };
    await load(listing('Yarn', 'Silk'));
    expect(await load(listing('"Yarn', 'Silk 5" Shop'))).toMatchObject({ read: 4, updated: 2, unchanged: 2 });
    expect(await stored()).toEqual(active('"Yarn', 'Wool', 'Silk 5" Shop', 'Cord'));
  });
});

describe('lines of a correct record of several lines', () => {
  const HEADER = 'name,networkProgramId,primaryUrl,countries';
  const before = [HEADER, 'A,1,a.example,', '"B,",2,b.example,', 'C,3,c.example,'];
  const after = [HEADER, '"A,1,a.example,', '""B,",2,b.example,', 'C,3,c.example,'];

  test('protect the programs of two rows that stray quotes have merged', async () => {
    await importing.programs(before.join('\n'), {}, 'csv');
    const { closed, rejected } = await importing.programs(after.join('\n'), {}, 'csv');
    expect({ closed, rejected }).toEqual({ closed: 0, rejected: 0 });
    expect(await stored()).toMatchObject([1, 2, 3].map((key) => ({ key: `${key}`, status: true })));
  });

  test('protect them by a map too', async () => {
    const fields = { networkProgramId: 'ID', name: 'Shop', primaryUrl: 'Site' };
    const map = await importing.file(JSON.stringify({ format: 'csv', fields }), 'json');
    for (const lines of [before, after]) {
      const file = await importing.file(['Shop,ID,Site,Of', ...lines.slice(1)].join('\n'), 'csv');
      await importing.import(openFeed({ map, files: [file], warn: () => {} }));
    }
    expect(await stored()).toMatchObject([1, 2, 3].map((key) => ({ key: `${key}`, status: true })));
  });

  test('protect a program whose name the first quote has replaced', async () => {
    await importing.programs(before.join('\n'), {}, 'csv');
    const merged = [HEADER, '",,1,a.example,', '""",2,b.example,', 'C,3,c.example,'];
    const { closed, rejected } = await importing.programs(merged.join('\n'), {}, 'csv');
    expect({ closed, rejected }).toEqual({ closed: 0, rejected: 0 });
  });

  test('do not protect a program whose key is only a word of a description', async () => {
    const header = 'name,networkProgramId,primaryUrl,countries,description';
    const row = (key: number, description = '') => `Shop,${key},shop.example,,${description}`;
    await importing.programs([header, row(1), row(2), row(30)].join('\n'), {}, 'csv');
    const text = '"Returns within 14, 30 or 60 days\nor 7, 30, 60"';
    const { closed } = await importing.programs(
      [header, row(1, text), row(2)].join('\n'),
      { maxClosed: '100%' },
      'csv',
    );
    expect(closed).toBe(1);
  });

  test('report a record once that contradicts another one', async () => {
    const { rejects } = await importing.programs([...after, 'Other,2,b.example,'].join('\n'), {}, 'csv');
    expect(rejects).toEqual(['feed:5: networkProgramId: duplicates feed:2 with different values']);
    const twice = await importing.programs([...before, ...after.slice(1, 3)].join('\n'), {}, 'csv');
    expect(twice.rejects).toEqual(['feed:5: networkProgramId: duplicates feed:3 with different values']);
  });
});

describe.each([
  ['name,networkProgramId,primaryUrl', (key: string) => ['Shop', key, 'shop.example']],
  ['name,primaryUrl,networkProgramId', (key: string) => ['Shop', 'shop.example', key]],
  ['networkProgramId,name,primaryUrl', (key: string) => [key, 'Shop', 'shop.example']],
])('a row of %s', (header, cellsOf) => {
  const csv = (last: readonly string[]) => [header, cellsOf('a1').join(), last.join()].join('\n');

  test.each([
    ['with a delimiter too many at the beginning', (cells: string[]) => ['', ...cells]],
    ['with two too many at the beginning', (cells: string[]) => ['', '', ...cells]],
    ['with delimiters in the name', (cells: string[]) => cells.join().replace('Shop', 'a,b,c,d').split(',')],
    ['without the name', (cells: string[]) => cells.filter((cell) => cell !== 'Shop')],
    ['with a cell too many at the end', (cells: string[]) => [...cells, '']],
    ['with a stray quote in a cell too many', (cells: string[]) => ['', '"', ...cells]],
  ])('%s is rejected, and its program stays active', async (_, damage) => {
    await importing.programs(csv(cellsOf('b2')), {}, 'csv');
    const { rejects, ...counts } = await importing.programs(csv(damage(cellsOf('b2'))), {}, 'csv');
    expect(counts).toMatchObject({ read: 2, unchanged: 1, closed: 0, rejected: 1 });
    expect(rejects).toEqual([
      expect.stringMatching(
        /^feed:3: row: has (?:\d cells where the header has 3|a quote that is not closed): /,
      ),
    ]);
    expect(await stored()).toMatchObject([{ status: true }, { status: true }]);
  });
});

describe('an import of a file with damaged rows', () => {
  const COLUMNS = ['networkProgramId', 'name', 'primaryUrl', 'countries'];
  const word = fc.string({ unit: fc.constantFrom('a', '"', ',', 'é', ' '), maxLength: 6 });
  // A comma in the second line could make it a row of its own.
  const name = fc.oneof(
    word,
    word.map(
      (text) => `${text}
a`,
    ),
  );
  const programs = fc
    .array(fc.tuple(name, fc.constantFrom('', 'DE', 'DE|AT')), { minLength: 2, maxLength: 6 })
    .map((rows) =>
      // No small damage makes one of these keys of another.
      rows.map(([text, countries], index) => [
        'abcdef'.charAt(index).repeat(8),
        `N${text}`,
        'a.example',
        countries,
      ]),
    );
  const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

  /** Imports the whole file, then the damaged one; returns the programs before and after. */
  async function importBoth(whole: Buffer, damaged: Buffer, ending: string) {
    await importing.empty();
    await importing.programs(whole, {}, ending);
    const columns = 'network_program_id, name, primary_url, countries, status';
    const before = await importing.stored(columns);
    await importing
      .programs(damaged, { maxRejected: '100%', maxClosed: '100%' }, ending)
      .catch((error: unknown) => expect(error).toBeInstanceOf(ImportFailed));
    return { before, after: await importing.stored(columns) };
  }

  /** Whether the key and the address are in their columns, or shifted together by cells too many or too few. */
  function isLikeRow(
    columns: readonly string[],
    cells: readonly string[],
    { key, address }: Record<'key' | 'address', string>,
  ): boolean {
    const surplus = cells.length - columns.length;
    if (Math.abs(surplus) > 2) return false;
    const shifts = Array.from({ length: Math.abs(surplus) + 1 }, (_, shift) => shift * Math.sign(surplus));
    const at = (name: string, shift: number) => cells[columns.indexOf(name) + shift];
    return shifts.some(
      (shift) => at('networkProgramId', shift) === key && at('primaryUrl', shift) === address,
    );
  }

  test('of CSV changes no program whose own row is not damaged, and closes none whose key and address are cells', async () => {
    const order = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 });
    await fc.assert(
      fc.asyncProperty(programs, rowDamages, order, async (rows, damages, columns) => {
        const ordered = (cells: readonly string[]) => columns.map((column) => cells[column] ?? '');
        const file = (lines: readonly Buffer[]) =>
          Buffer.concat(
            [Buffer.from(ordered(COLUMNS).join()), ...lines].flatMap((line) => [line, Buffer.from('\n')]),
          );
        const lines = rows.map((cells) => Buffer.from(ordered(cells.map(cell)).join()));
        const { rows: changed, damaged } = damageRows(lines, damages);
        const { before, after } = await importBoth(file(lines), file(changed), 'csv');
        expect(before).toHaveLength(rows.length);
        expect(after).toEqual(expect.arrayContaining(before.filter((_, index) => !damaged.has(index))));
        for (const index of damaged) {
          const [key = '', , address = ''] = rows[index] ?? [];
          const line = String(changed[index]);
          if (/[\r\n]/.test(line)) continue;
          const cells = line.split(',');
          // Rows that damage has made into one correct record count only where the line is still like a row.
          const counts =
            damaged.size === 1 ? cells.includes(key) : isLikeRow(ordered(COLUMNS), cells, { key, address });
          if (counts)
            expect([key, after.find((program) => program['network_program_id'] === key)]).toMatchObject([
              key,
              { status: true },
            ]);
        }
      }),
      runs(20),
    );
  });

  test('of JSON with objects instead of values changes and closes no program', async () => {
    const wrong = fc.constantFrom({}, { code: 'DE' }, [[]], [{ a: 1 }]);
    const places = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...COLUMNS.slice(1)), wrong), {
      minLength: 1,
    });
    await fc.assert(
      fc.asyncProperty(programs, places, async (rows, damages) => {
        const whole = rows.map((cells) =>
          Object.fromEntries(COLUMNS.map((column, at) => [column, cells[at]])),
        );
        const damaged: Record<string, unknown>[] = whole.map((row) => ({ ...row }));
        for (const [index, column, value] of damages)
          Object.assign(damaged[index % rows.length] ?? {}, { [column]: value });
        const json = (content: unknown) => Buffer.from(JSON.stringify(content));
        const { before, after } = await importBoth(json(whole), json(damaged), 'json');
        expect(after).toEqual(before);
      }),
      runs(10),
    );
  });
});
