import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Importing, row } from './importing.js';

let importing: Importing;
beforeAll(async () => {
  importing = await Importing.open();
  await importing.database.sql(`
    CREATE FUNCTION unless_vacuumed(text) RETURNS text IMMUTABLE LANGUAGE plpgsql AS $$
    BEGIN
      IF current_query() LIKE 'VACUUM%' THEN RAISE 'the disk is full'; END IF;
      RETURN $1;
    END $$;
    CREATE INDEX ON programs (unless_vacuumed(name))
  `);
});
beforeEach(() => importing.empty());
afterAll(() => importing.close());

const heard: string[] = [];
const report = {
  done: ({ created }: { created: number }) => heard.push(`${created} created`),
  warn: (message: string) => heard.push(message),
};

test('An import reports its summary before it vacuums, and is done even if that fails', async () => {
  const feed = Array.from({ length: 1000 }, (_, n) => row(`p${n}`, { primaryUrl: `p${n}.example` }));
  await importing.programs(feed, { report });
  expect(heard).toEqual([
    '1000 created',
    'The import is done, but the tables could not be vacuumed: the disk is full',
  ]);
  expect(await importing.stored('id')).toHaveLength(1000);
});
