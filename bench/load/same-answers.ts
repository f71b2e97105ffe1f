import { type Server } from '../server.js';
import { type Answered, type Ask, ask } from './ask.js';

/** Made by Node.js itself, or different from one request to the next. */
const NOT_COMPARED = ['connection', 'date', 'keep-alive', 'x-request-id'];

/** Characters of a difference that are shown. */
const LONGEST = 300;

/**
 * Makes sure that what is compared is the same work: status, bytes and header fields. In `Link` only the relations
 * are compared, since a peer counts pages where the product gives a position.
 * @throws when a server answers differently from the first.
 */
export async function requireSameAnswers(servers: readonly Server[], asks: readonly Ask[]): Promise<void> {
  for (const one of asks) {
    const answers = await Promise.all(servers.map(async ({ origin }) => lines(await ask(origin, one))));
    answers.slice(1).forEach((given, index) => {
      const different =
        answers[0]!.find((line) => !given.includes(line)) ??
        given.find((line) => !answers[0]!.includes(line));
      if (different === undefined) return;
      throw new Error(
        `${servers[index + 1]!.name} answers ${one.target} otherwise: ${different.slice(0, LONGEST)}`,
      );
    });
  }
}

function lines({ status, headers, body }: Answered): string[] {
  const fields = Object.entries(headers)
    .filter(([name]) => !NOT_COMPARED.includes(name))
    .map(([name, value]) => `${name}: ${name === 'link' ? relations(String(value)) : String(value)}`);
  return [`status ${status}`, ...fields, body.toString()];
}

function relations(link: string): string {
  return (link.match(/rel="\w+"/g) ?? []).join(' ');
}
