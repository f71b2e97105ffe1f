import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { openFeed } from '../../../src/importing/feeds/open-feed.js';
import { ImportFailed } from '../../../src/importing/import-errors.js';
import { readableValue, validateRecord } from '../../../src/importing/normalizing/normalize-row.js';
import { programFields, programKey } from '../../../src/importing/normalizing/program-fields.js';
import { ImportWarnings } from '../../../src/importing/report.js';
import { damageRows, rowDamages, runs } from '../damage.js';
import { itemsOf } from '../files/collect.js';
import { temporaryFile } from './feeds.js';

interface Program {
  id: string;
  name: string;
  url: string;
  start: string;
}

/** How a format writes programs, and what reads them. */
interface Format {
  before: string;
  record: (program: Program) => string;
  between: string;
  after: string;
  options: () => { feed: string } | { map: string };
}

const map = (format: string, more = {}) => {
  const fields = { networkProgramId: 'id', name: 'name', primaryUrl: 'url', dateStarted: 'start' };
  const path = temporaryFile(
    JSON.stringify({ format, ...more, fields: { ...fields, ...(more as { fields?: object }).fields } }),
    'map.json',
  );
  return () => ({ map: path });
};
const xmlText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const FORMATS: Record<string, Format> = {
  'pipe-separated': {
    before: 'Merchant Id|Merchant|WWW|Program Status\n',
    record: ({ id, name, url }) => `${id}|${name}|${url}|Online`,
    between: '\n',
    after: '\n',
    options: () => ({ feed: 'shareasale' }),
  },
  CSV: {
    before: 'id;name;url;start\n',
    record: ({ id, name, url, start }) => `${id};"${name}";${url};${start}`,
    between: '\n',
    after: '\n',
    options: map('csv'),
  },
  NDJSON: {
    before: '',
    record: (program) => JSON.stringify(program),
    between: '\n',
    after: '\n',
    options: map('ndjson'),
  },
  JSON: {
    before: '[',
    record: (program) => JSON.stringify(program),
    between: ',\n',
    after: ']',
    options: map('json'),
  },
  'keyed JSON': {
    before: '{',
    record: ({ id, ...program }) => `${JSON.stringify(id)}:${JSON.stringify(program)}`,
    between: ',',
    after: '}',
    options: map('json', { records: '*', fields: { networkProgramId: '@key' } }),
  },
  XML: {
    before: '<cj-api><advertisers>',
    record: ({ id, name, url }) =>
      `<advertiser><advertiser-id>${id}</advertiser-id><advertiser-name>${xmlText(name)}</advertiser-name><program-url>${url}</program-url></advertiser>`,
    between: '\n',
    after: '</advertisers></cj-api>',
    options: () => ({ feed: 'cj' }),
  },
};

/** Accepted rows by their key, and the keys of all rows; undefined where the import would fail and change nothing. */
async function read(content: string | Buffer, format: Format) {
  const accepted = new Map<string, string>();
  const named = new Set<string>();
  try {
    const source = openFeed({ ...format.options(), files: [temporaryFile(content)], warn: () => {} });
    for (const record of await itemsOf(source.batches())) {
      const values = validateRecord(record, programFields, new ImportWarnings(new Set()));
      const key = readableValue(programKey, record.values);
      if (key !== undefined) named.add(key);
      if (Array.isArray(values) && key !== undefined && !accepted.has(key)) accepted.set(key, String(values));
    }
  } catch (error) {
    if (!(error instanceof ImportFailed)) throw error;
    return undefined;
  }
  return { accepted, named };
}

/** Keys of which no small damage makes another. */
const keyOf = (index: number): string => String.fromCharCode(97 + index).repeat(8);
const programs: fc.Arbitrary<Program[]> = fc
  .array(fc.constantFrom('Shop', 'Tom & Co', 'a < b', 'Café'), { minLength: 2, maxLength: 6 })
  .map((names) =>
    names.map((name, index) => ({
      id: keyOf(index),
      name,
      url: `${keyOf(index)}.example`,
      start: '2020-01-31',
    })),
  );

/** One damaged record: two could hide those between them. */
const damage = rowDamages.map(([first]) => (first ? [first] : []));

describe.each(Object.entries(FORMATS))('A %s feed', (_, format) => {
  const contentOf = (records: string[]): string =>
    format.before + records.join(format.between) + format.after;

  test('with one damaged record fails, or keeps every other program unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(programs, damage, async (list, damages) => {
        const records = list.map((program) => format.record(program));
        const before = await read(contentOf(records), format);
        expect(before?.accepted.size).toBe(list.length);
        const { rows, damaged } = damageRows(
          records.map((text) => Buffer.from(text)),
          damages,
        );
        const parts = rows.flatMap((row, index) => [Buffer.from(index > 0 ? format.between : ''), row]);
        const content = Buffer.concat([Buffer.from(format.before), ...parts, Buffer.from(format.after)]);
        const found = await read(content, format);
        if (!found) return;
        for (const [other, { id }] of list.entries()) {
          if (!damaged.has(other)) expect(found.accepted.get(id)).toBe(before?.accepted.get(id));
        }
      }),
      runs(40),
    );
  });

  test('that is cut anywhere fails, or keeps every program but the last one read unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(programs, fc.double({ min: 0, max: 0.999, noNaN: true }), async (list, at) => {
        const content = contentOf(list.map((program) => format.record(program)));
        const whole = await read(content, format);
        const found = await read(content.slice(0, Math.floor(at * content.length)), format);
        if (!found) return;
        for (const [key, values] of found.accepted) {
          if (key !== [...found.accepted.keys()].at(-1)) expect(values).toBe(whole?.accepted.get(key));
        }
      }),
      runs(30),
    );
  });
});

describe.each(['NDJSON', 'JSON', 'keyed JSON'])(
  'A %s feed with an object where a value is expected',
  (name) => {
    const format = FORMATS[name]!;

    test('rejects the row, and still names its program', async () => {
      const wrong = fc.constantFrom<unknown>(
        { $date: '2020-01-01' },
        { a: { b: 1 } },
        [{ code: 'DE' }],
        ['x', { a: 1 }],
      );
      await fc.assert(
        fc.asyncProperty(
          programs,
          fc.constantFrom('name', 'url', 'start'),
          wrong,
          async (list, field, value) => {
            const records = list.map((program, index) =>
              format.record(index === 0 ? { ...program, [field]: value } : program),
            );
            const found = await read(format.before + records.join(format.between) + format.after, format);
            const keys = list.map(({ id }) => id);
            expect([...(found?.named ?? [])]).toEqual(keys);
            expect([...(found?.accepted.keys() ?? [])]).toEqual(keys.slice(1));
          },
        ),
        runs(40),
      );
    });
  },
);
