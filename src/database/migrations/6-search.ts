import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { NONSPACING_MARK } from './nonspacing-marks.js';

/**
 * What the filters of the lists need: the text of a row that `search` compares with, and indexes.
 */
export class Search1764201600005 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    // Function bodies of the SQL standard are parsed here: they need no search path, also when a dump is restored.
    await db.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
    await db.query(`
      -- Folds case, accents and width: NFKD, without nonspacing marks, in lower case, and final sigma as sigma.
      CREATE FUNCTION fold_text(value text) RETURNS text IMMUTABLE PARALLEL SAFE
        RETURN CASE
          -- ASCII, which most values are, needs no more.
          WHEN octet_length(value) = length(value) THEN lower(value COLLATE "C")
          ELSE translate(
            lower(
              regexp_replace(normalize(value, NFKD) COLLATE "C", '${NONSPACING_MARK}+', '', 'g') COLLATE "und-x-icu"
            ),
            'ς', 'σ'
          ) COLLATE "C"
        END;

      -- Decodes a label of a host name from Punycode (RFC 3492), without its xn--; null for what is not valid.
      CREATE FUNCTION decode_punycode(encoded text) RETURNS text IMMUTABLE PARALLEL SAFE LANGUAGE plpgsql AS $$
      DECLARE
        largest CONSTANT bigint := 2147483647;
        -- The number of characters before the last hyphen, which are not encoded.
        basic integer := CASE WHEN strpos(encoded, '-') = 0 THEN 0 ELSE length(encoded) - strpos(reverse(encoded), '-') END;
        result text := left(encoded, basic);
        at integer := CASE WHEN basic = 0 THEN 1 ELSE basic + 2 END;
        code bigint := 128;
        index bigint := 0;
        bias integer := 72;
        start bigint;
        weight bigint;
        k integer;
        digit integer;
        threshold integer;
        delta bigint;
      BEGIN
        WHILE at <= length(encoded) LOOP
          start := index;
          weight := 1;
          k := 36;
          LOOP
            digit := strpos('abcdefghijklmnopqrstuvwxyz0123456789', substr(encoded, at, 1)) - 1;
            IF at > length(encoded) OR digit < 0 THEN RETURN NULL; END IF;
            at := at + 1;
            index := index + digit * weight;
            threshold := least(greatest(k - bias, 1), 26);
            EXIT WHEN digit < threshold;
            weight := weight * (36 - threshold);
            k := k + 36;
            IF index > largest OR weight > largest THEN RETURN NULL; END IF;
          END LOOP;
          delta := (index - start) / CASE WHEN start = 0 THEN 700 ELSE 2 END;
          delta := delta + delta / (length(result) + 1);
          k := 0;
          WHILE delta > 455 LOOP
            delta := delta / 35;
            k := k + 36;
          END LOOP;
          bias := k + 36 * delta / (delta + 38);
          code := code + index / (length(result) + 1);
          index := index % (length(result) + 1);
          IF code > 1114111 OR code BETWEEN 55296 AND 57343 THEN RETURN NULL; END IF;
          result := left(result, index::integer) || chr(code::integer) || substr(result, index::integer + 1);
          index := index + 1;
        END LOOP;
        RETURN nullif(result, '');
      END $$;

      -- The Unicode form of a host name; a label that cannot be decoded stays.
      CREATE FUNCTION unicode_host(host text) RETURNS text IMMUTABLE PARALLEL SAFE
        RETURN (
          SELECT string_agg(
            CASE WHEN starts_with(label, 'xn--') THEN coalesce(decode_punycode(substr(label, 5)), label) ELSE label END,
            '.' ORDER BY rank)
          FROM string_to_table(host, '.') WITH ORDINALITY AS labels (label, rank)
        );

      -- What a search is compared with: the folded name, the host, and that of an IDN in its folded Unicode form too. No
      -- searched word has a blank.
      CREATE FUNCTION search_text(name text, host text) RETURNS text IMMUTABLE PARALLEL SAFE
        RETURN fold_text(name) || ' ' || host COLLATE "C"
          || CASE WHEN strpos(host, 'xn--') > 0 THEN ' ' || fold_text(unicode_host(host)) ELSE '' END;

      CREATE INDEX programs_active_by_country
        ON programs USING gin ((coalesce(nullif(countries, '{}'), '{--}'))) WHERE status;
    `);

    const trigrams = await trigramOperators(db);
    await db.query(`
      CREATE INDEX programs_active_by_search_text
        ON programs USING gin ((search_text(name, primary_url) COLLATE "C") ${trigrams}) WHERE status;
      CREATE INDEX networks_live_by_search_text
        ON networks USING gin ((search_text(name, url) COLLATE "C") ${trigrams}) WHERE live;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP INDEX programs_active_by_country;
      DROP INDEX programs_active_by_search_text;
      DROP INDEX networks_live_by_search_text;
      DROP FUNCTION search_text, unicode_host, decode_punycode, fold_text;
    `);
    // Another role may own the extension, or use it.
    await db.query(`
      DO $$ BEGIN
        DROP EXTENSION pg_trgm;
      EXCEPTION WHEN insufficient_privilege OR dependent_objects_still_exist THEN NULL;
      END $$
    `);
  }
}

/** The operator class of the extension, in whichever schema that was created. */
async function trigramOperators(db: QueryRunner): Promise<string> {
  const [{ name }] = (await db.query(
    `SELECT quote_ident(nspname) || '.gin_trgm_ops' AS name
      FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'pg_trgm'`,
  )) as [{ name: string }];
  return name;
}
