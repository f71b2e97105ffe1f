import { describe, expect, test } from '@jest/globals';
import { networkMerge } from '../../src/importing/merge/merge-networks.js';
import { programMerge } from '../../src/importing/merge/merge-programs.js';
import { mergeStatements } from '../../src/importing/merge/merge-statements.js';

/** The statements are generated from the fields; here they are as PostgreSQL gets them. */
describe('the statements of an import of networks', () => {
  const statements = mergeStatements(networkMerge);

  test('keep the changed networks in a temporary table', () => {
    expect(statements.createChanged).toBe(`
  CREATE TEMPORARY TABLE changed_networks (
    id integer NOT NULL,
    name text COLLATE "und-x-icu",
    url text COLLATE "C",
    live boolean,
    sub_id_length integer,
    address text,
    address_country text COLLATE "C",
    created_at timestamptz(3),
    last_sync timestamptz(3),
    updated_at timestamptz(3)
  ) ON COMMIT DROP
`);
  });

  test('find and lock the networks that change', () => {
    expect(statements.findChanged).toBe(`
  INSERT INTO changed_networks (
      id, name, url, live, sub_id_length, address, address_country,
      created_at, last_sync, updated_at
    )
  SELECT stored.id, after.*,
      coalesce(
        row.updated_at,
        CASE WHEN ROW(
          after.name, after.url, after.live, after.sub_id_length, after.address, after.address_country,
          after.created_at
        ) IS NOT DISTINCT FROM ROW(
          stored.name, stored.url, stored.live, stored.sub_id_length, stored.address, stored.address_country,
          stored.created_at
        ) THEN stored.updated_at END
      )
    FROM accepted_rows AS row
      JOIN networks AS stored ON stored.id = row.stored_id
      CROSS JOIN LATERAL (
        SELECT
          row.name AS name,
          coalesce(row.url, stored.url) AS url,
          coalesce(row.live, stored.live) AS live,
          CASE WHEN row.sub_id_length_present THEN row.sub_id_length ELSE stored.sub_id_length END AS sub_id_length,
          CASE WHEN row.address_present THEN row.address ELSE stored.address END AS address,
          CASE WHEN row.address_country_present THEN row.address_country ELSE stored.address_country END AS address_country,
          coalesce(row.created_at, stored.created_at) AS created_at,
          greatest(stored.last_sync, row.last_sync) AS last_sync
      ) AS after
    WHERE ROW(after.*, coalesce(row.updated_at, stored.updated_at)) IS DISTINCT FROM ROW(
        stored.name, stored.url, stored.live, stored.sub_id_length, stored.address, stored.address_country,
        stored.created_at, stored.last_sync, stored.updated_at
      )
    FOR UPDATE OF stored
`);
  });

  test('count accepted, new and changed networks', () => {
    expect(statements.count).toBe(`
  SELECT
    (SELECT count(*) FROM accepted_rows)::integer AS accepted,
    new.count::integer AS created,
    new.without_id::integer AS "createdWithoutId",
    (SELECT count(*) FROM changed_networks)::integer AS changed
    FROM (
      SELECT count(*), count(*) FILTER (WHERE id IS NULL) AS without_id
        FROM accepted_rows AS row
        WHERE NOT EXISTS (SELECT FROM networks AS stored WHERE stored.id = row.stored_id)
    ) AS new
`);
  });

  test('insert new networks that bring an id along', () => {
    expect(statements.insertWithId).toBe(`
  INSERT INTO networks (
      name, url, id, live, sub_id_length, address,
      address_country, created_at, updated_at, last_sync
    )
  SELECT
      row.name, row.url, row.id, coalesce(row.live, true), row.sub_id_length, row.address,
      row.address_country, coalesce(row.created_at, $1), coalesce(row.updated_at, $1), row.last_sync
    FROM accepted_rows AS row
    WHERE row.id IS NOT NULL
      AND NOT EXISTS (SELECT FROM networks AS stored WHERE stored.id = row.stored_id)
    ORDER BY row.ordinal
`);
  });

  test('insert new networks without an id', () => {
    expect(statements.insertWithoutId).toBe(`
  INSERT INTO networks (
      name, url, live, sub_id_length, address, address_country,
      created_at, updated_at, last_sync
    )
  SELECT
      row.name, row.url, coalesce(row.live, true), row.sub_id_length, row.address, row.address_country,
      coalesce(row.created_at, $1), coalesce(row.updated_at, $1), row.last_sync
    FROM accepted_rows AS row
    WHERE row.id IS NULL
      AND NOT EXISTS (SELECT FROM networks AS stored WHERE stored.id = row.stored_id)
    ORDER BY row.ordinal
`);
  });

  test('update the changed networks', () => {
    expect(statements.update).toBe(`
  UPDATE networks AS stored SET
      name = changed.name,
      url = changed.url,
      live = changed.live,
      sub_id_length = changed.sub_id_length,
      address = changed.address,
      address_country = changed.address_country,
      created_at = changed.created_at,
      last_sync = changed.last_sync,
      updated_at = coalesce(changed.updated_at, least(greatest($1::timestamptz, stored.updated_at + interval '1 ms'), timestamptz '9999-12-31 23:59:59.999+00'))
    FROM changed_networks AS changed
    WHERE stored.id = changed.id
`);
  });

  test('give the written networks a later timestamp', () => {
    expect(statements.restamp).toBe(`
  UPDATE networks AS stored SET updated_at = $2
    WHERE updated_at >= $1 AND updated_at < $2 AND (updated_at = $1 OR id IN (SELECT id FROM changed_networks WHERE updated_at IS NULL))
`);
  });
});

/** Those that are not said by the rules which the networks show. */
describe('the statements of an import of programs', () => {
  const { findChanged, insertWithoutId, restamp } = mergeStatements(programMerge(7, true));

  test('match programs by network and networkProgramId, which never change', () => {
    expect(findChanged).toContain(
      'JOIN programs AS stored ON stored.network_id = 7 AND stored.network_program_id = row.network_program_id',
    );
    expect(findChanged).not.toContain('row.network_program_id AS');
  });

  test('mark reopened programs, and lock changed ones for other writers', () => {
    expect(findChanged).toContain(`
      row.updated_at,
      after.status AND NOT stored.status
    FROM`);
    expect(findChanged).toMatch(/FOR NO KEY UPDATE OF stored\n$/);
  });

  test('set status and dateClosed by the rules of closing', () => {
    expect(findChanged).toContain(`
          coalesce(row.status, true) AS status,
          CASE WHEN row.date_started_present THEN row.date_started ELSE stored.date_started END AS date_started,
          CASE
            -- Closed by this row, or still closed: a date that was not given leaves the stored one.
            WHEN NOT row.status AND stored.status THEN coalesce(row.date_closed, $1::date)
            WHEN NOT row.status THEN coalesce(row.date_closed, stored.date_closed)
            -- Reopened: cleared unless given. Still active: as any other field.
            WHEN row.date_closed_present OR NOT stored.status THEN row.date_closed
            ELSE stored.date_closed
          END AS date_closed,
          coalesce(row.countries, stored.countries) AS countries,`);
  });

  test('give new programs their network, its name, and the defaults of their table', () => {
    expect(insertWithoutId).toMatch(/7,\s+\(SELECT name FROM networks WHERE id = 7\)/);
    expect(insertWithoutId).toContain('coalesce(row.status, true)');
    expect(insertWithoutId).toContain("coalesce(row.countries, '{}')");
  });

  test('give the changed and the closed programs of the network alone a later timestamp', () => {
    expect(restamp).toBe(`
  UPDATE programs AS stored SET updated_at = $2
    WHERE updated_at >= $1 AND updated_at < $2 AND network_id = 7 AND (
      updated_at = $1
      OR id IN (
        SELECT id FROM changed_programs WHERE updated_at IS NULL
        UNION ALL
        SELECT id FROM closing_programs
      )
    )
`);
  });
});
