/**
 * Further domains, which the table `program_domains` stores. In all SQL, `row` is an accepted row and `stored` the
 * program that it matches.
 */

/** SQL: the domains of the row where they differ from the stored ones; null where they are the same, or not given. */
export const changedDomains = `CASE WHEN row.domains IS NOT NULL AND row.domains <> (
            SELECT coalesce(array_agg(domain ORDER BY domain), '{}') FROM program_domains WHERE program_id = stored.id
          ) THEN row.domains END`;

/** SQL: inserts the domains of new programs, those of the CTE `inserted`. */
export const insertDomains = `
  INSERT INTO program_domains (program_id, domain)
  SELECT inserted.id, domain
    FROM inserted JOIN accepted_rows AS row USING (network_program_id) CROSS JOIN unnest(row.domains) AS domain`;

/** SQL: replaces the domains of changed programs. */
export const writeDomains = `
  DELETE FROM program_domains USING changed_programs AS changed
    WHERE program_id = changed.id AND domain <> ALL (changed.domains);
  INSERT INTO program_domains (program_id, domain)
  SELECT changed.id, domain FROM changed_programs AS changed CROSS JOIN unnest(changed.domains) AS domain
    ON CONFLICT DO NOTHING;
`;
