import { type ImportRun } from '../import-run.js';

const BATCH = 10_000;

interface ProblemRow {
  file: number;
  line: number;
  field: string;
  reason: string;
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
