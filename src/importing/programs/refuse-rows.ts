import { programFields } from '../cleaning/program-fields.js';
import { type ImportRun } from '../import-run.js';
import { refuseContestedRows } from '../merging/refuse-contested-rows.js';
import { contentOf } from '../staging/feed-rows.js';

/**
 * The database may know another version of Unicode than Node.js does. What its constraints would refuse is a rejected
 * row, not a failed import.
 */
const REFUSE_UNCLEAN_TEXT = `
  UPDATE feed_rows SET
      rejected = true,
      problem_field = CASE WHEN clean_text(name, 500) THEN 'networkProgramId' ELSE 'name' END,
      problem = 'is not text that the database takes'
    WHERE NOT rejected
      AND octet_length(name) + octet_length(network_program_id) > length(name) + length(network_program_id)
      AND NOT (clean_text(name, 500) AND clean_text(network_program_id, 255))
`;

const REFUSE_OTHER_ID = `
  UPDATE feed_rows AS row SET
      rejected = true,
      problem_field = 'id',
      problem = 'is not the ' || program.id || ' that the program has'
    FROM programs AS program
    WHERE NOT row.rejected
      AND program.network_id = $1
      AND program.network_program_id = row.network_program_id
      AND program.id <> row.id
`;

const REFUSE_ID_OF_ANOTHER = `
  UPDATE feed_rows AS row SET
      rejected = true,
      problem_field = 'id',
      problem = 'belongs to another program'
    FROM programs AS program
    WHERE NOT row.rejected
      AND program.id = row.id
      AND (program.network_id, program.network_program_id) <> ($1, row.network_program_id)
`;

const CANDIDATES = `
  SELECT ordinal, network_program_id AS key, id, ${contentOf(programFields)} AS content FROM accepted_rows
`;

/** Rejects the rows that contradict the stored programs or each other. */
export async function refuseProgramRows(run: ImportRun, networkId: number): Promise<void> {
  await run.client.query(REFUSE_UNCLEAN_TEXT);
  await run.client.query(REFUSE_OTHER_ID, [networkId]);
  await run.client.query(REFUSE_ID_OF_ANOTHER, [networkId]);
  await refuseContestedRows(run, 'networkProgramId', CANDIDATES);
}
