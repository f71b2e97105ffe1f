import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { addKey } from '../directory/add-key.js';
import { Directory } from '../directory/directory.js';
import { ImportDatabase } from '../importing/database.js';
import { ndjsonLine, renamedLine } from '../importing/rows.js';
import { type Task, type Report } from '../load/sync-process.js';
import { type Finding } from '../report.js';
import { product, TYPESCRIPT, withServers } from '../server.js';
import { median } from '../statistics.js';
import { type Bench } from './measure.js';

const SYNC_PROCESS = fileURLToPath(new URL('../load/sync-process.ts', import.meta.url));
const IMPORTS = 20;
/** One of so many programs changes with each import. */
const CHANGED = 100;
const MEGABYTES = 1024;

/** A copy that the client keeps by `sync` while imports change the directory, beside the walk of everything that it replaces. */
export function sync({ options }: Bench): Promise<Finding[]> {
  return ImportDatabase.with(async (database) => {
    await database.import(await database.write('programs.ndjson', options.programs, ndjsonLine));
    const key = await addKey(database.url);
    const directory = new Directory(database.url, options.programs, key);
    return withServers([product(directory)], directory.ask('/programs'), async ([server]) => {
      const client = fork(SYNC_PROCESS, [server!.origin, key], {
        execArgv: [...TYPESCRIPT, `--max-old-space-size=${MEGABYTES}`],
      });
      try {
        return await measure(database, options.programs, (task) => send(client, task));
      } finally {
        client.kill();
      }
    });
  });
}

async function measure(
  database: ImportDatabase,
  programs: number,
  run: (task: Task) => Promise<Report>,
): Promise<Finding[]> {
  await run('sync');
  const syncs: Report[] = [];
  for (let edition = 0; edition < IMPORTS; edition++) {
    const line = (n: number) => renamedLine(n * CHANGED + edition, edition);
    const file = await database.write('changed.ndjson', Math.floor(programs / CHANGED), line);
    await database.import(file, 'partial');
    syncs.push(await run('sync'));
  }
  const { megabytes } = syncs.at(-1)!;
  const walk = await run('walk');
  const { programs: different } = await run('compare');
  if (different > 0) throw new Error(`${different} programs of the copy differ from the directory.`);
  const of = (figure: 'seconds' | 'bytes') => median(syncs.map((each) => each[figure]));
  const mega = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  return [
    {
      what: `sync of a copy of which 1 % changed, against a walk of all, in time`,
      target: { most: 0.1 },
      value: of('seconds') / walk.seconds,
      detail: `${of('seconds').toFixed(2)} s; ${walk.seconds.toFixed(1)} s`,
    },
    {
      what: 'the same, in bytes',
      target: { most: 0.1 },
      value: of('bytes') / walk.bytes,
      detail: `${mega(of('bytes'))}; ${mega(walk.bytes)}`,
    },
    {
      what: `memory of a process that keeps a copy through ${IMPORTS} imports`,
      target: { most: MEGABYTES },
      unit: 'MB',
      value: megabytes,
      detail: 'resident at most; equal to the directory at the end',
    },
  ];
}

async function send(client: ChildProcess, task: Task): Promise<Report> {
  client.send(task);
  const first = new AbortController();
  try {
    const { signal } = first;
    const ended = once(client, 'exit', { signal }).then(() => undefined);
    const outcome = await Promise.race([once(client, 'message', { signal }), ended]);
    if (outcome === undefined) throw new Error('The process that keeps the copy has ended.');
    return outcome[0] as Report;
  } finally {
    first.abort();
  }
}
