import { pipeline } from 'node:stream/promises';
import { Writable } from 'node:stream';
import { to } from 'pg-copy-streams';
import { PAGE_SIZE } from '../../src/listing/page.js';
import { programList } from '../../src/programs/program.list.js';
import { type Directory } from '../directory/directory.js';
import { ask } from '../load/ask.js';
import { residentMegabytes } from '../load/process-usage.js';
import { type Finding } from '../report.js';
import { product, type Server, withServers } from '../server.js';
import { median, medianRatio } from '../statistics.js';
import { type Bench } from './measure.js';

const FIELDS = programList.fieldsOf('base').map(({ column, name }) => `${column} AS "${name}"`);
const COPY = `COPY (SELECT row_to_json(program) FROM (
  SELECT ${FIELDS.join(', ')} FROM programs WHERE status ORDER BY id) AS program) TO STDOUT`;

/** The whole list read by one client, page after page, beside PostgreSQL's own way of handing out the same rows. */
export async function walk({ options, directory }: Bench): Promise<Finding[]> {
  return withServers([product(directory)], directory.ask('/programs'), async ([server]) => {
    const byPage: number[] = [];
    const byNext: number[] = [];
    const copied: number[] = [];
    for (let round = 0; round < options.rounds; round++) {
      const turns = [
        async () => byPage.push(await timed(() => walkByPage(server!, directory))),
        async () => byNext.push(await timed(() => walkByNext(server!, directory))),
        async () => copied.push(await timed(() => copy(directory))),
      ];
      for (const turn of round % 2 === 0 ? turns : turns.reverse()) await turn();
    }
    const finding = (way: string, took: number[]): Finding => ({
      what: `the whole list by \`${way}\` against COPY`,
      target: { most: 4 },
      value: medianRatio(took, copied),
      detail: `${median(took).toFixed(1)} s; ${median(copied).toFixed(1)} s`,
    });
    return [
      finding('page', byPage),
      finding('next', byNext),
      {
        what: 'memory after the walk',
        target: { most: 250 },
        unit: 'MB',
        value: residentMegabytes(server!.pid),
        detail: `resident, after ${2 * options.rounds} walks`,
      },
    ];
  });
}

export async function timed(read: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await read();
  return (performance.now() - begun) / 1000;
}

async function walkByPage(server: Server, directory: Directory): Promise<void> {
  for (let page = 1; ; page++) {
    const { body } = await ask(server.origin, directory.ask(`/programs?page=${page}`));
    if (rowsOf(body).length === 0) return requireAll(page - 1, directory);
  }
}

async function walkByNext(server: Server, directory: Directory): Promise<void> {
  let pages = 0;
  for (let target: string | undefined = '/programs'; target !== undefined; pages++) {
    const { headers, body } = await ask(server.origin, directory.ask(target));
    rowsOf(body);
    target = /<([^>]*)>; rel="next"/.exec(String(headers.link))?.[1];
  }
  requireAll(pages, directory);
}

/** A client works with the objects. */
function rowsOf(body: Buffer): unknown[] {
  return JSON.parse(body.toString()) as unknown[];
}

function requireAll(pages: number, directory: Directory): void {
  if (pages !== Math.ceil(directory.programs / PAGE_SIZE)) throw new Error(`The walk met ${pages} pages.`);
}

export async function copy(directory: Directory): Promise<void> {
  await directory.session((client) =>
    pipeline(client.query(to(COPY)), new Writable({ write: (_chunk, _encoding, done) => done() })),
  );
}
