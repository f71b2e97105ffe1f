import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Answered, type Ask, ask } from '../load/ask.js';
import { Contest } from '../load/contest.js';
import { drive } from '../load/drive.js';
import { pressWithWrk } from '../load/wrk.js';
import { requireSameAnswers } from '../load/same-answers.js';
import { type Finding } from '../report.js';
import { peer, product, withServers } from '../server.js';
import { type Bench } from './measure.js';

const TARGET = { least: 0.95 };
const WRK_CONNECTIONS = 32;
/** Made by Node.js itself, for the product and for its peer. */
const OF_NODE = /^(connection|date|keep-alive)$/i;

/** One page that everybody asks for. */
export function hot(bench: Bench): Promise<Finding[]> {
  return besideBareHttp(bench, 'hot page against bare node:http', bench.directory.ask('/programs'));
}

/** The same page, requested with `If-None-Match`. */
export async function notModified(bench: Bench): Promise<Finding[]> {
  const page = bench.directory.ask('/programs');
  const { headers } = await answerOf(bench, page);
  const again = { ...page, headers: { ...page.headers, 'if-none-match': headers.etag! } };
  return besideBareHttp(bench, '304 on a hot page against bare node:http', again);
}

/**
 * The limit: a server that holds the product's answer and hands it out unseen. What V8 makes of a program differs from
 * process to process, by a fifth and more, so each round has fresh ones.
 */
async function besideBareHttp(bench: Bench, what: string, asked: Ask): Promise<Finding[]> {
  const { options, directory } = bench;
  const folder = mkdtempSync(join(tmpdir(), 'directory-bench-'));
  const file = join(folder, 'answer.json');
  try {
    const answer = await answerOf(bench, asked);
    writeFileSync(file, JSON.stringify(handedOut(answer)));
    const programs = [product(directory), peer('bare-http', { ANSWER: file })];
    const [autocannon, wrk] = [new Contest(), new Contest()];
    const { seconds } = options;
    for (let round = 0; round < options.rounds; round++) {
      await withServers(programs, directory.ask('/programs'), async (servers) => {
        await requireSameAnswers(servers, [asked]);
        await autocannon.hold(servers, 1, (server) =>
          drive(server, [asked], { seconds, status: answer.status }),
        );
        await wrk.hold(servers, 1, (server) =>
          pressWithWrk(server, [asked], { seconds, connections: WRK_CONNECTIONS }),
        );
      });
    }
    return Object.entries({ autocannon, wrk }).map(([client, contest]) => ({
      what: `${what}, by ${client}`,
      target: TARGET,
      value: contest.ratio('product', 'bare-http'),
      detail: contest.detail('product', 'bare-http'),
    }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function answerOf({ directory }: Bench, asked: Ask): Promise<Answered> {
  return withServers([product(directory)], directory.ask('/programs'), ([only]) => ask(only!.origin, asked));
}

function handedOut({ status, headers, body }: Answered) {
  const fields = Object.entries(headers).filter(([name]) => !OF_NODE.test(name));
  return { status, fields: fields.flat(), body: body.toString() };
}
