import { type Client } from 'pg';
import { canonicalNetworks, canonicalPrograms } from '../importing/canonical-source.js';
import { connect } from '../importing/import-connection.js';
import { importNetworks } from '../importing/import-networks.js';
import { type ImportReport } from '../importing/import-options.js';
import { importPrograms } from '../importing/import-programs.js';
import { sampleNetworks, samplePrograms } from './sample-files.js';

/** Any fixed number: of two programs that start at once, one loads. */
const LOADING = 7_264_201_602;

/** Whether the directory is empty, or holds a part of the sample because loading it was cut off. */
const WANTS_SAMPLE = `
  SELECT NOT EXISTS (SELECT FROM networks)
      OR (count(*) > 0
        AND bool_and(file = ANY ($1))
        AND count(DISTINCT file) FILTER (WHERE outcome = 'done') < cardinality($1::text[])) AS wanted
    FROM imports
`;

/**
 * Loads the sample directory into one that is empty. Interrupted, it is loaded whole the next time.
 * @param database connection URL of a migrated database.
 */
export async function loadSample(
  database: string,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const session = await connect(database);
  try {
    await session.query('SELECT pg_advisory_lock($1)', [LOADING]);
    if (!(await wantsSample(session))) return;
    say('Loading the sample directory');
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

/** The sample is our own: nothing in it may be doubtful. */
const strict: ImportReport = { reject: refuse, warn: refuse };

function refuse(line: string): never {
  throw new Error(`The sample directory is not right: ${line}`);
}
