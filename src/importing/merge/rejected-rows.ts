import { type Field } from '../normalizing/field.js';
import { networkFields } from '../normalizing/network-fields.js';
import { programFields } from '../normalizing/program-fields.js';
import { type ImportRun } from '../import-run.js';
import { rejectConflictingRows } from './conflicting-rows.js';
import { contentOf } from './feed-rows.js';
import { type StagingSummary } from './stage-records.js';

const BATCH = 10_000;

interface ProblemRow {
  file: number;
  line: number;
  field: string;
  reason: string;
}

/**
 * SQL: rejects the rows whose text a constraint of its column would refuse, since the database may know another version
 * of Unicode than Node.js does. ASCII, which `octet_length` tells, is the same in all versions. Not needed unless
 * `needsNfcCheck`.
 */
export function rejectInvalidText(fields: readonly Field[]): string {
  const checks = fields.flatMap(({ name, column, check, maxLength }) =>
    check ? [{ name, column, isInvalid: `NOT ${check}(${column}, ${maxLength})` }] : [],
  );
  return `
  UPDATE feed_rows SET
      rejected = true,
      problem_field = CASE
        ${checks.map(({ name, isInvalid }) => `WHEN ${isInvalid} THEN '${name}'`).join('\n        ')}
      END,
      problem = 'is not text that the database accepts'
    WHERE NOT rejected AND (
      ${checks.map(({ column, isInvalid }) => `octet_length(${column}) > length(${column}) AND ${isInvalid}`).join('\n      OR ')}
    )
`;
}

const REJECT_CHANGED_ID = `
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

const REJECT_ID_OF_ANOTHER = `
  UPDATE feed_rows AS row SET
      rejected = true,
      problem_field = 'id',
      problem = 'belongs to another program'
    FROM programs AS program
    WHERE NOT row.rejected
      AND program.id = row.id
      AND (program.network_id, program.network_program_id) <> ($1, row.network_program_id)
`;

const PROGRAM_CANDIDATES = `
  SELECT ordinal, network_program_id AS key, id, ${contentOf(programFields)} AS content FROM accepted_rows
`;

/** Rejects the rows that contradict the stored programs or each other. */
export async function rejectProgramRows(
  run: ImportRun,
  networkId: number,
  staged: StagingSummary,
): Promise<void> {
  if (staged.needsNfcCheck) await run.client.query(rejectInvalidText(programFields));
  if (staged.hasIds) {
    await run.client.query(REJECT_CHANGED_ID, [networkId]);
    await run.client.query(REJECT_ID_OF_ANOTHER, [networkId]);
  }
  await rejectConflictingRows(run, 'networkProgramId', PROGRAM_CANDIDATES);
}

/** The stored network of a row: that of its id, else that of its name. */
const FIND_STORED = `
  UPDATE feed_rows AS row SET stored_id = stored.id
    FROM networks AS stored
    WHERE row.id = stored.id OR (row.id IS NULL AND row.name = stored.name)
`;

const REJECT_NAME_OF_ANOTHER = `
  UPDATE feed_rows AS row SET
      rejected = true,
      problem_field = 'name',
      problem = 'is that of the network with id ' || stored.id
    FROM networks AS stored
    WHERE NOT row.rejected AND row.name = stored.name AND stored.id <> coalesce(row.stored_id, row.id)
`;

const REJECT_NEW_WITHOUT_URL = `
  UPDATE feed_rows SET rejected = true, problem_field = 'url', problem = 'is missing in a new network'
    WHERE NOT rejected AND stored_id IS NULL AND url IS NULL
`;

const NETWORK_CANDIDATES = `
  SELECT ordinal, name AS key, coalesce(stored_id, id) AS id, ${contentOf(networkFields)} AS content
    FROM accepted_rows
`;

/** Finds the stored networks, and rejects the rows that contradict them or each other. */
export async function rejectNetworkRows(run: ImportRun, staged: StagingSummary): Promise<void> {
  if (staged.needsNfcCheck) await run.client.query(rejectInvalidText(networkFields));
  await run.client.query(FIND_STORED);
  await run.client.query(REJECT_NAME_OF_ANOTHER);
  await run.client.query(REJECT_NEW_WITHOUT_URL);
  await rejectConflictingRows(run, 'name', NETWORK_CANDIDATES);
}

/** Reports the rows that the database rejected, in the order of the files. */
export async function reportProblems({ client, files, rejections }: ImportRun): Promise<void> {
  await client.query(`
    DECLARE problems NO SCROLL CURSOR FOR
      SELECT file, line, problem_field AS field, problem AS reason
        FROM feed_rows WHERE problem IS NOT NULL ORDER BY ordinal
  `);
  for (;;) {
    const { rows } = await client.query<ProblemRow>(`FETCH ${BATCH} FROM problems`);
    for (const { file, line, field, reason } of rows) {
      await rejections.add({ file: files.at(file), line }, { field, reason });
    }
    if (rows.length < BATCH) break;
  }
  await client.query('CLOSE problems');
}
