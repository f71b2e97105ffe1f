import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Importing } from './importing.js';
import { importInto, type Program, type Programs, type Row } from './model.js';

let importing: Importing;
beforeAll(async () => {
  importing = await Importing.open();
});
afterAll(() => importing.close());

const row: fc.Arbitrary<Row> = fc.record(
  {
    networkProgramId: fc.constantFrom(...'abcdefghijklmnop'),
    name: fc.constantFrom('A', 'B'),
    primaryUrl: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom('a.example', 'b.example') },
      fc.constant('none'),
    ),
    status: fc.boolean(),
    dateClosed: fc.constantFrom(null, '2018-06-25', '2018-12-03'),
    countries: fc.constantFrom(null, [], ['DE'], ['AT', 'CH']),
    domains: fc.constantFrom(
      null,
      [],
      ['b.example'],
      ['b.example', '*.a.example'],
      ['*.a.example', 'b.example'],
    ),
  },
  { requiredKeys: ['networkProgramId', 'name', 'primaryUrl'] },
);

const feed = fc.record({
  rows: fc.array(row, { maxLength: 24, size: 'max' }),
  mode: fc.constantFrom('full', 'partial'),
});

test('any sequence of feeds ends where the rules say', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(feed, { maxLength: 4 }), async (feeds) => {
      await importing.empty();
      let programs: Programs = new Map();
      for (const { rows, mode } of feeds) {
        const today = new Date().toISOString().slice(0, 10);
        const expected = importInto(programs, rows, mode, today);
        const outcome = await importing
          .programs(rows as object as Record<string, unknown>[], { mode })
          .catch(() => undefined);
        expect(outcome && { ...outcome, rejects: [] }).toEqual(
          expected && { network: 'Alpha', ...expected.counts, rejects: [], warnings: [] },
        );
        programs = expected?.programs ?? programs;
        expect(await stored()).toEqual(programs);
      }
    }),
    { numRuns: 25 },
  );
}, 120_000);

async function stored(): Promise<Programs> {
  const found = await importing.stored<Program & { key: string }>(
    `network_program_id AS key, name, primary_url AS host, status, date_closed::text AS closed, countries,
      ARRAY(SELECT domain FROM program_domains WHERE program_id = id ORDER BY domain) AS domains`,
  );
  return new Map(found.map(({ key, ...program }) => [key, program]));
}
