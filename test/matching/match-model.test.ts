import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addNetwork } from '../database/rows.js';
import { type Directory, openDirectory } from '../program/directory.js';
import { expectedMatch, type Program } from './match-model.js';
import { matchOf } from './matching.js';

let directory: Directory;
beforeAll(async () => {
  directory = await openDirectory();
  await addNetwork(directory.database, { id: 1 });
});
afterAll(() => directory.close());

/** Few names, so that many of them meet: sites, public suffixes of one and several labels, and private ones. */
const host = fc
  .tuple(
    fc.array(fc.constantFrom('www', 'a', 'b'), { maxLength: 3 }),
    fc.constantFrom('shop.example', 'shop.co.uk', 'co.uk', 'x.myshopify.com', 'github.io', 'x.y.kawasaki.jp'),
  )
  .map(([labels, base]) => [...labels, base].join('.'));
const domain = fc.tuple(fc.constantFrom('', '', '*.'), host).map(([wildcard, name]) => wildcard + name);

const program = fc.record({
  primaryUrl: host,
  domains: fc.uniqueArray(domain, { maxLength: 3 }),
  status: fc.constantFrom(true, true, true, false),
  countries: fc.constantFrom([], ['DE'], ['AT', 'CH'], ['GB']),
});

const STORE = `
  WITH given AS (
    SELECT * FROM jsonb_to_recordset($1)
      AS (id integer, "primaryUrl" text, domains text[], status boolean, countries text[])
  ), stored AS (
    INSERT INTO programs (id, name, network_id, network_program_id, primary_url, status, countries)
      SELECT id, 'P', 1, id::text, "primaryUrl", status, countries FROM given
  )
  INSERT INTO program_domains SELECT id, domain FROM given, unnest(domains) AS domain`;

test('POST /programs-match answers what a plain search through all programs finds', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(program, { maxLength: 60, size: 'max' }),
      fc.array(host, { minLength: 1, maxLength: 40, size: 'max' }),
      fc.uniqueArray(fc.constantFrom('DE', 'CH', 'GB', 'FR'), { maxLength: 2 }),
      async (all, urls, countries) => {
        const programs: Program[] = all.map((each, at) => ({ id: at + 1, ...each }));
        await directory.sql('TRUNCATE programs CASCADE');
        await directory.sql(STORE, [JSON.stringify(programs)]);
        for (const match of ['host', 'site'] as const) {
          const { json } = await directory.post('/programs-match', { urls, match, countries });
          expect(json.map(matchOf)).toEqual(
            urls.map((url) => expectedMatch(programs, url, match, countries)),
          );
        }
      },
    ),
    { numRuns: 80 },
  );
}, 120_000);
