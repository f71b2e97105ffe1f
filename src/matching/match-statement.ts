import { DIRECTORY_STATE } from '../database/directory-state.js';
import { type Statement } from '../database/statement.js';
import { programList } from '../programs/program.list.js';
import { candidateOf } from './match-rules.js';

/** Maximum number of programs in the match of one URL. */
export const MAX_PROGRAMS = 20;

/** The tables that the statement reads, beside that of the versions. */
export const MATCH_SOURCES = ['programs', 'program_domains'] as const;

/** Programs in a wanted country come first ($6), then those of unknown countries. */
const BY_COUNTRY = `CASE WHEN countries && $6::text[] THEN 0 WHEN countries = '{}' THEN 1 ELSE 2 END`;

/**
 * Reads the first programs of each deciding lookup, the number of all its programs, and the state of the directory, from
 * one snapshot. A row has the columns of the list of programs, then `lookup`, `total` and `state`; the last two are null
 * except in the first row of each lookup. Without a match there is one row of which only the state is not null.
 *
 * Parameters: $1 to $3, the names, and for each its lookup by `primaryUrl` (null for none) and by further domain; $4 and
 * $5, pairs of host and candidate, of each host from the nearest candidate on; $6, the wanted countries, if any.
 *
 * A name may match very many programs: of those that are not returned, only what orders them is read.
 */
export function matchStatement(byCountry: boolean): Statement {
  const preference = byCountry ? BY_COUNTRY : '0';
  // As a subquery: for a plan of its own, PostgreSQL would estimate each of the names, and a host may have a hundred labels.
  const names = '((SELECT $1::text[])::text[])';
  return {
    name: `match by ${byCountry ? 'country' : 'id'}`,
    text: `WITH state AS MATERIALIZED (
        SELECT ${DIRECTORY_STATE} AS text FROM versions WHERE versions.subject = 'directory'
      ),
      names AS MATERIALIZED (
        SELECT * FROM unnest($1::text[], $2::integer[], $3::integer[]) AS names (name, url_lookup, domain_lookup)
      ),
      named_by_url AS MATERIALIZED (
        SELECT primary_url AS name, id, ${preference} AS preference
          FROM programs WHERE ${programList.where} AND primary_url = ANY ${names}
      ),
      named_by_domain AS MATERIALIZED (
        SELECT domain AS name, id, ${preference} AS preference
          FROM program_domains JOIN programs ON id = program_id
          WHERE ${programList.where} AND domain = ANY ${names}
      ),
      found AS MATERIALIZED (
        SELECT url_lookup AS lookup, id, preference FROM names JOIN named_by_url USING (name)
        UNION
        SELECT domain_lookup AS lookup, id, preference FROM names JOIN named_by_domain USING (name)
      ),
      strongest AS (
        SELECT ${candidateOf('lookup')} AS candidate, min(lookup) AS lookup FROM found GROUP BY 1
      ),
      deciding AS (
        SELECT DISTINCT ON (host) lookup
          FROM unnest($4::integer[], $5::integer[]) WITH ORDINALITY AS candidates (host, candidate, distance)
            JOIN strongest USING (candidate)
          ORDER BY host, distance
      ),
      ranked AS (
        SELECT lookup, id, row_number() OVER (PARTITION BY lookup ORDER BY preference, id) AS rank,
            count(*) OVER (PARTITION BY lookup) AS total
          FROM found WHERE lookup IN (SELECT lookup FROM deciding)
      ),
      shown AS MATERIALIZED (SELECT * FROM ranked WHERE rank <= ${MAX_PROGRAMS})
      SELECT ${columns}, lookup,
          CASE WHEN rank = 1 THEN total END, CASE WHEN rank > 1 THEN NULL ELSE state.text END
        FROM state LEFT JOIN (shown JOIN programs USING (id)) ON true
        ORDER BY lookup, rank`,
  };
}

const columns = programList.fields
  .map(({ column }) => (column === 'id' ? column : `programs.${column}`))
  .join(', ');
