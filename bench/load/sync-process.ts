// Keeps a copy of all programs in memory by the client, in a separate process. It runs the tasks that its parent sends.
import { isDeepStrictEqual } from 'node:util';
import { DirectoryClient, type Program } from '../../clients/typescript/src/index.js';

export type Task = 'sync' | 'walk' | 'compare';

/** What a task took. */
export interface Report {
  seconds: number;
  /** Of the bodies of all responses, uncompressed. */
  bytes: number;
  /** Programs of the copy that were added, replaced or removed; with `compare`, those that differ from the directory. */
  programs: number;
  /** Resident at most, since the process started. */
  megabytes: number;
}

const [baseUrl, apiKey] = process.argv.slice(2) as [string, string];
const copy = new Map<number, Program>();
let place: string | undefined;
let bytes = 0;

const directory = new DirectoryClient({
  baseUrl,
  apiKey,
  fetch: async (...request) => {
    const response = await fetch(...request);
    const body = await response.arrayBuffer();
    bytes += body.byteLength;
    return new Response(body.byteLength === 0 ? null : body, response);
  },
});

const tasks: Record<Task, () => Promise<number>> = {
  sync: async () => {
    const result = await directory.sync(copy, place);
    place = result.place;
    return result.changed + result.removed;
  },
  walk: async () => {
    const all = directory.programs();
    let programs = 0;
    while (!(await all.next()).done) programs++;
    return programs;
  },
  compare: async () => {
    let same = 0;
    let programs = 0;
    for await (const program of directory.programs()) {
      programs++;
      if (isDeepStrictEqual(copy.get(program.id), program)) same++;
    }
    return Math.max(programs, copy.size) - same;
  },
};

process.on('message', (task: Task) => void run(task));

async function run(task: Task): Promise<void> {
  bytes = 0;
  const began = performance.now();
  const programs = await tasks[task]();
  const seconds = (performance.now() - began) / 1000;
  const megabytes = process.resourceUsage().maxRSS / 1024;
  process.send!({ seconds, bytes, programs, megabytes } satisfies Report);
}
