import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Answered, type Ask, ask } from '../load/ask.js';
import { Contest } from '../load/contest.js';
import { drive } from '../load/drive.js';
import { requireSameAnswers } from '../load/same-answers.js';
import { type Finding } from '../report.js';
import { peer, product, withServers } from '../server.js';
import { type Bench } from './measure.js';

const TARGET = { least: 0.85 };
/** Made by Node.js itself, for the product and for its peer. */
const OF_NODE = /^(connection|date|keep-alive)$/i;

/** One page that everybody asks for. */
export function hot(bench: Bench): Promise<Finding[]> {
  return besideBareHttp(bench, 'hot page against bare node:http', bench.directory.ask('/programs'));
}

/** The same page, asked for by those who have it. */
export async function notModified(bench: Bench): Promise<Finding[]> {
  const page = bench.directory.ask('/programs');
  const { headers } = await withServers([product(bench.directory)], page, ([only]) =>
    ask(only!.origin, page),
  );
  const again = { ...page, headers: { ...page.headers, 'if-none-match': headers.etag! } };
  return besideBareHttp(bench, '304 on a hot page against bare node:http', again);
}

/** The limit: a server that holds the product's answer and hands it out unseen. */
async function besideBareHttp({ options, directory }: Bench, what: string, asked: Ask): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'directory-bench-'));
  const file = join(folder, 'answer.json');
  const probe = directory.ask('/programs');
  try {
    return await withServers([product(directory)], probe, async ([ours]) => {
      writeFileSync(file, JSON.stringify(handedOut(await ask(ours!.origin, asked))));
      return withServers([peer('bare-http', { ANSWER: file })], probe, async ([limit]) => {
        const servers = [ours!, limit!];
        await requireSameAnswers(servers, [asked]);
        const status = 'if-none-match' in asked.headers ? 304 : 200;
        const contest = await Contest.hold(servers, options.rounds, (server) =>
          drive(server, [asked], { seconds: options.seconds, status }),
        );
        return [
          {
            what,
            target: TARGET,
            value: contest.ratio('product', 'bare-http'),
            detail: contest.detail('product', 'bare-http'),
          },
        ];
      });
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function handedOut({ status, headers, body }: Answered) {
  const fields = Object.entries(headers).filter(([name]) => !OF_NODE.test(name));
  return { status, fields: fields.flat(), body: body.toString() };
}
