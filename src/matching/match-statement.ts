import { DIRECTORY_STATE } from '../database/directory-state.js';
import { type Statement } from '../database/statement.js';
import { programList } from '../programs/program.list.js';

/** Maximum number of programs in the match of one URL. */
export const MAX_PROGRAMS = 20;

/** The tables that the statement reads, beside that of the versions. */
export const MATCH_SOURCES = ['programs', 'program_domains'] as const;

/** Programs in a wanted country come first ($7), then those of unknown countries. */
const BY_COUNTRY = `CASE WHEN countries && $7::text[] THEN 0 WHEN countries = '{}' THEN 1 ELSE 2 END`;

/**
 * Reads the first programs of each deciding lookup, the number of all its programs, and the state of the directory, from
 * one snapshot. A row has the columns of the list of programs, then `lookup`, `total` and `state`; without a match there
 * is one row of which only the state is not null.
 *
 * The parameters are pairs of arrays: the names of each lookup that are compared with `primaryUrl` (lookup, name), those
 * that are compared with further domains (lookup, name), and the lookups of each URL from the strongest to the weakest
 * (URL, lookup); and the wanted countries, if any.
 *
 * A name may lead to very many programs: of those that are not sent, only what orders them is read.
 */
export function matchStatement(byCountry: boolean): Statement {
  const preference = byCountry ? BY_COUNTRY : '0';
  return {
    name: `match by ${byCountry ? 'country' : 'id'}`,
    text: `WITH state AS MATERIALIZED (
        SELECT ${DIRECTORY_STATE} AS text FROM versions WHERE versions.subject = 'directory'
      ),
      named_by_url AS MATERIALIZED (
        SELECT primary_url AS name, id, ${preference} AS preference
          FROM programs WHERE ${programList.where} AND primary_url = ANY ($2::text[])
      ),
      named_by_domain AS MATERIALIZED (
        SELECT domain AS name, id, ${preference} AS preference
          FROM program_domains JOIN programs ON id = program_id
          WHERE ${programList.where} AND domain = ANY ($4::text[])
      ),
      found AS MATERIALIZED (
        SELECT lookup, id, preference
          FROM unnest($1::integer[], $2::text[]) AS names (lookup, name) JOIN named_by_url USING (name)
        UNION
        SELECT lookup, id, preference
          FROM unnest($3::integer[], $4::text[]) AS names (lookup, name) JOIN named_by_domain USING (name)
      ),
      deciding AS (
        SELECT DISTINCT ON (url) lookup
          FROM unnest($5::integer[], $6::integer[]) WITH ORDINALITY AS lookups (url, lookup, strength)
          WHERE lookup IN (SELECT lookup FROM found)
          ORDER BY url, strength
      ),
      ranked AS (
        SELECT lookup, id, row_number() OVER (PARTITION BY lookup ORDER BY preference, id) AS rank,
            count(*) OVER (PARTITION BY lookup) AS total
          FROM found WHERE lookup IN (SELECT lookup FROM deciding)
      ),
      shown AS MATERIALIZED (SELECT * FROM ranked WHERE rank <= ${MAX_PROGRAMS})
      SELECT matched.*, state.text FROM state LEFT JOIN (
        SELECT ${columns}, lookup, total, rank FROM shown JOIN programs USING (id)
      ) AS matched ON true
      ORDER BY lookup, rank`,
  };
}

const columns = programList.fields
  .map(({ column }) => (column === 'id' ? column : `programs.${column}`))
  .join(', ');
