import { networkFields } from '../cleaning/network-fields.js';
import { type ImportRun } from '../import-run.js';
import { refuseContestedRows } from '../merging/refuse-contested-rows.js';
import { contentOf } from '../staging/feed-rows.js';

/** As for programs: the database may know another version of Unicode than Node.js does. */
const REFUSE_UNCLEAN_TEXT = `
  UPDATE feed_rows SET
      rejected = true,
      problem_field = CASE WHEN clean_text(name, 500) THEN 'address' ELSE 'name' END,
      problem = 'is not text that the database takes'
    WHERE octet_length(name) + octet_length(coalesce(address, '')) > length(name) + length(coalesce(address, ''))
      AND NOT (clean_text(name, 500) AND coalesce(clean_lines(address, 2000), true))
`;

/** Which stored network a row means: that of its id, else that of its name. */
const FIND_STORED = `
  UPDATE feed_rows AS row SET stored_id = stored.id
    FROM networks AS stored
    WHERE row.id = stored.id OR (row.id IS NULL AND row.name = stored.name)
`;

const REFUSE_NAME_OF_ANOTHER = `
  UPDATE feed_rows AS row SET
      rejected = true,
      problem_field = 'name',
      problem = 'is that of the network with id ' || stored.id
    FROM networks AS stored
    WHERE NOT row.rejected AND row.name = stored.name AND stored.id <> coalesce(row.stored_id, row.id)
`;

const REFUSE_NEW_WITHOUT_URL = `
  UPDATE feed_rows SET rejected = true, problem_field = 'url', problem = 'is missing in a new network'
    WHERE NOT rejected AND stored_id IS NULL AND url IS NULL
`;

const CANDIDATES = `
  SELECT ordinal, name AS key, coalesce(stored_id, id) AS id, ${contentOf(networkFields)} AS content
    FROM accepted_rows
`;

/** Finds the stored networks, and rejects the rows that contradict them or each other. */
export async function refuseNetworkRows(run: ImportRun): Promise<void> {
  await run.client.query(REFUSE_UNCLEAN_TEXT);
  await run.client.query(FIND_STORED);
  await run.client.query(REFUSE_NAME_OF_ANOTHER);
  await run.client.query(REFUSE_NEW_WITHOUT_URL);
  await refuseContestedRows(run, 'name', CANDIDATES);
}
