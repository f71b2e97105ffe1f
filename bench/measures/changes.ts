import { type Directory } from '../directory/directory.js';
import { ImportDatabase } from '../importing/database.js';
import { ndjsonLine } from '../importing/rows.js';
import { type Ask, ask } from '../load/ask.js';
import { warmUp } from '../load/contest.js';
import { drive, type Pace } from '../load/drive.js';
import { type Finding } from '../report.js';
import { product, type Server, withServers } from '../server.js';
import { median, medianRatio } from '../statistics.js';
import { type Bench } from './measure.js';
import { copy, timed } from './walk.js';

const PATH = '/programs-changes';
/** Places of a client that reads all changes since the directory was made. */
const PLACES = 60;
const PAGES = 60;

/** Changes beside what they are compared with: a first load, a page, following when nothing happens, and an import. */
export async function changes(bench: Bench): Promise<Finding[]> {
  return [...(await firstLoad(bench)), ...(await pages(bench)), ...(await imports(bench))];
}

/** Everything read by one client, beside PostgreSQL's own way of sending the same rows. */
function firstLoad({ options, directory }: Bench): Promise<Finding[]> {
  return withServers([product(directory)], directory.ask('/programs'), async ([server]) => {
    const loads: number[] = [];
    const copies: number[] = [];
    for (let round = 0; round < options.rounds; round++) {
      loads.push(await timed(() => load(server!, directory)));
      copies.push(await timed(() => copy(directory)));
    }
    return [
      {
        what: 'first load of changes by `next` against COPY',
        target: { most: 2.5 },
        value: medianRatio(loads, copies),
        detail: `${median(loads).toFixed(1)} s; ${median(copies).toFixed(1)} s`,
      },
    ];
  });
}

async function load(server: Server, directory: Directory): Promise<void> {
  let objects = 0;
  for (let target = PATH; ;) {
    const { body, next } = await read(server, directory.ask(target));
    const shown = JSON.parse(body) as unknown[];
    if (shown.length === 0) break;
    objects += shown.length;
    target = next;
  }
  if (objects !== directory.programs) throw new Error(`The first load had ${objects} objects.`);
}

async function read(server: Server, asked: Ask): Promise<{ body: string; next: string }> {
  const { headers, body } = await ask(server.origin, asked);
  return { body: body.toString(), next: /<([^>]*)>; rel="next"/.exec(String(headers.link))![1]! };
}

/** Uncached pages, and the cached page of a client whose copy is complete. */
async function pages({ options, directory }: Bench): Promise<Finding[]> {
  const { seconds, rounds } = options;
  const contest = async (environment: Record<string, string>, one: AsksOf, other: AsksOf) =>
    withServers([product(directory, environment)], directory.ask('/programs'), async ([server]) => {
      const asks = [await one(server!, directory), await other(server!, directory)];
      const paces: Pace[][] = [[], []];
      for (const each of asks) await warmUp(() => drive(server!, each, { seconds }));
      for (let round = 0; round < rounds; round++)
        for (const index of [0, 1]) paces[index]!.push(await drive(server!, asks[index]!, { seconds }));
      return paces.map((of) => of.map(({ perSecond }) => perSecond)) as [number[], number[]];
    });
  const [list, changed] = await contest({ PAGE_CACHE_MB: '0' }, listPages, changePages);
  const [hot, nothing] = await contest({}, hotPage, nothingNew);
  return [
    {
      what: 'page of 500 changes against a cold page of 50',
      target: { most: 6 },
      value: medianRatio(list, changed),
      detail: `${median(changed).toFixed(0)}/s; ${median(list).toFixed(0)}/s`,
    },
    {
      what: 'following when nothing happened against a hot page',
      target: { least: 0.9 },
      value: medianRatio(nothing, hot),
      detail: `${median(nothing).toFixed(0)}/s; ${median(hot).toFixed(0)}/s`,
    },
  ];
}

type AsksOf = (server: Server, directory: Directory) => Promise<Ask[]>;

const listPages: AsksOf = (_, directory) =>
  Promise.resolve(Array.from({ length: PAGES }, (_, index) => directory.ask(`/programs?page=${index + 1}`)));

const changePages: AsksOf = async (server, directory) => {
  const [{ since }] = await directory.session(
    async (client) =>
      (
        await client.query<{ since: string }>(
          `SELECT to_char(min(began_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS since FROM commits`,
        )
      ).rows as [{ since: string }],
  );
  const asks: Ask[] = [];
  for (let target = `${PATH}?since=${since}`; asks.length < PLACES;) {
    target = (await read(server, directory.ask(target))).next;
    asks.push(directory.ask(target));
  }
  return asks;
};

const hotPage: AsksOf = (_, directory) => Promise.resolve([directory.ask('/programs?page=2')]);

const nothingNew: AsksOf = async (server, directory) => [
  directory.ask((await read(server, directory.ask(`${PATH}?since=now`))).next),
];

/** An import of new rows, with and without the triggers that keep changes. */
function imports({ options }: Bench): Promise<Finding[]> {
  return ImportDatabase.with(async (database) => {
    const file = await database.write('programs.ndjson', options.programs, ndjsonLine);
    const took: [number[], number[]] = [[], []];
    for (let round = 0; round < options.rounds; round++)
      for (const [index, does] of ['DISABLE', 'ENABLE'].entries()) {
        await database.client.query(`TRUNCATE programs CASCADE; ${forKeeping(does)}; CHECKPOINT`);
        took[index]!.push((await database.import(file)).seconds);
      }
    const [without, kept] = took;
    return [
      {
        what: 'import of new programs against one whose changes are not kept',
        target: { most: 1.25 },
        value: medianRatio(kept, without),
        detail: `${median(kept).toFixed(1)} s; ${median(without).toFixed(1)} s`,
      },
    ];
  });
}

const forKeeping = (does: string) =>
  ['insert', 'update', 'delete']
    .map((event) => `ALTER TABLE programs ${does} TRIGGER programs_keep_${event}`)
    .join('; ');
