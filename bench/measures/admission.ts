import { PAGE_SIZE } from '../../src/listing/page.js';
import { ask, type Ask } from '../load/ask.js';
import { type Finding } from '../report.js';
import { freePort, product, withServers } from '../server.js';
import { type Bench } from './measure.js';

const HOT_PAGES = 500;
/** More than the memory for pages has room for. */
const WALKED_PAGES = 6_000;
const SPELLINGS = 2_048;

/** What is left in memory of hot pages after a walk by `next`, and after one page was asked for in many spellings. */
export async function admission({ directory }: Bench): Promise<Finding[]> {
  const port = await freePort();
  const program = product(directory, { MANAGEMENT_PORT: String(port) });
  return withServers([program], directory.ask('/programs'), async ([server]) => {
    const pages = Math.floor(directory.programs / PAGE_SIZE);
    const hot = Array.from({ length: Math.min(HOT_PAGES, pages) }, (_, index) =>
      directory.ask(`/programs?page=${index + 1}`),
    );
    const all = async (asks: Iterable<Ask>) => {
      for (const one of asks) await ask(server!.origin, one);
    };
    const fromMemory = async () => {
      const before = await pagesFromMemory(port);
      await all(hot);
      return (await pagesFromMemory(port)) - before;
    };
    const finding = (what: string, left: number): Finding => ({
      what: `hot pages left in memory after ${what}`,
      target: { least: 1 },
      value: left / hot.length,
      detail: `${left} of ${hot.length}`,
    });

    await all(hot);
    await all(hot);
    let next: string | undefined = '/programs?sort=-name';
    for (let walked = 0; next !== undefined && walked < WALKED_PAGES; walked++) {
      const { headers } = await ask(server!.origin, directory.ask(next));
      next = /<([^>]*)>; rel="next"/.exec(String(headers.link))?.[1];
    }
    const afterWalk = finding('a walk', await fromMemory());
    await all(hot);
    await all(spellings().map((target) => directory.ask(target)));
    return [
      afterWalk,
      finding(`${SPELLINGS.toLocaleString('en')} spellings of one page`, await fromMemory()),
    ];
  });
}

/** Each letter of `sort=name` is percent-encoded or not. */
function spellings(): string[] {
  return Array.from({ length: SPELLINGS }, (_, number) => {
    const letters = [...'pagesortname'].map((letter, index) =>
      number & (1 << index) ? `%${letter.charCodeAt(0).toString(16)}` : letter,
    );
    const [page, sort, name] = [letters.slice(0, 4), letters.slice(4, 8), letters.slice(8)];
    return `/programs?${page.join('')}=2&${sort.join('')}=${name.join('')}`;
  });
}

/** The number of pages that the server has sent from memory so far. */
async function pagesFromMemory(port: number): Promise<number> {
  const { body } = await ask(`http://127.0.0.1:${port}`, { target: '/metrics', headers: {} });
  const counts = body
    .toString()
    .matchAll(/^http_server_request_duration_seconds_count\{.*source="memory".*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}
