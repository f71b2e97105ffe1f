import { type Client } from 'pg';
import { canonicalNetworks, canonicalPrograms } from '../../importing/canonical-source.js';
import { connect } from '../../importing/import-connection.js';
import { importNetworks } from '../../importing/import-networks.js';
import { type ImportReport } from '../../importing/import-options.js';
import { importPrograms } from '../../importing/import-programs.js';
import { sampleNetworks, samplePrograms } from './sample-files.js';

/** An advisory lock, any fixed number: of two processes that start concurrently, one loads the sample. */
const LOADING = 7_264_201_602;

/** Whether the directory is empty, or holds a part of the sample because loading it was interrupted. */
const WANTS_SAMPLE = `
  SELECT NOT EXISTS (SELECT FROM networks)
      OR (count(*) > 0
        AND bool_and(file = ANY ($1))
        AND count(DISTINCT file) FILTER (WHERE outcome = 'done') < cardinality($1::text[])) AS wanted
    FROM imports
`;

/**
 * Loads the sample directory into an empty database. After an interruption the next start loads all of it.
 * @param database address of a migrated database.
 */
export async function loadSample(
  database: string,
  log: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const session = await connect(database);
  try {
    await session.query('SELECT pg_advisory_lock($1)', [LOADING]);
    if (!(await wantsSample(session))) return;
    log('Loading the sample directory');
    await load(database, signal);
  } finally {
    await session.end();
  }
}

async function wantsSample(session: Client): Promise<boolean> {
  const files = [sampleNetworks, ...samplePrograms].map(({ file }) => file);
  const { rows } = await session.query<{ wanted: boolean }>(WANTS_SAMPLE, [files]);
  return rows[0]?.wanted === true;
}

async function load(database: string, signal: AbortSignal): Promise<void> {
  const options = { database, report: strict, signal };
  const { path, file } = sampleNetworks;
  await importNetworks({ ...options, source: canonicalNetworks(path, { name: file }), file });
  for (const { network, path, file } of samplePrograms) {
    const source = canonicalPrograms(path, { name: file });
    await importPrograms({ ...options, source, file, network, mode: 'full' });
  }
}

/** The sample is part of this program: a warning in it is a bug. */
const strict: ImportReport = { reject: fail, warn: fail };

function fail(line: string): never {
  throw new Error(`The sample directory is invalid: ${line}`);
}
