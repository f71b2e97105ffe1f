import { type Directory } from '../program/directory.js';
import { type Reply } from './http-client.js';

/** The targets of a `Link` field by their relation; none without the field. */
export function links({ headers }: Reply): Record<string, string> {
  const field = (headers.link ?? '') as string;
  return Object.fromEntries(
    [...field.matchAll(/<([^>]*)>; rel="([a-z]+)"/g)].map(([, target, relation]) => [relation, target]),
  ) as Record<string, string>;
}

/** The ids of the objects of a page. */
export function idsOf(reply: Reply): number[] {
  return (reply.json as { id: number }[]).map(({ id }) => id);
}

/** Asks for `target`, and for the page that it links to as `relation`, until there is none. */
export async function follow(
  ask: (target: string) => Promise<Reply>,
  target: string,
  relation: 'next' | 'prev',
): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (let at: string | undefined = target; at !== undefined; at = links(replies.at(-1)!)[relation]) {
    replies.push(await ask(at));
    if (replies.length > 100) throw new Error(`${target} has no end`);
  }
  return replies;
}

/** Asks for page after page until one is empty; `target` has a query. */
export async function countPagesUp(directory: Directory, target: string): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (let page = 1; ; page++) {
    const reply = await directory.get(`${target}&page=${page}`);
    if (reply.text === '[]') return replies;
    replies.push(reply);
  }
}
