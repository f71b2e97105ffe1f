import { parse } from 'tldts';

/** The rules of matching, as simply as they can be said: what a test compares the responses with. */

export interface Program {
  id: number;
  primaryUrl: string;
  domains: string[];
  status: boolean;
  countries: readonly string[];
}

interface Expected {
  host: string;
  result: string;
  rule: string | null;
  total: number;
  ids: number[];
}

export function expectedMatch(
  programs: readonly Program[],
  host: string,
  match: 'host' | 'site',
  countries: readonly string[],
): Expected {
  for (const [rule, leadsTo] of rulesFor(host, match)) {
    const found = programs.filter((program) => program.status && leadsTo(program));
    if (found.length === 0) continue;
    const rank = ({ countries: of }: Program) => {
      if (countries.length === 0 || of.some((country) => countries.includes(country))) return 0;
      return of.length === 0 ? 1 : 2;
    };
    found.sort((one, other) => rank(one) - rank(other) || one.id - other.id);
    const ids = found.slice(0, 20).map(({ id }) => id);
    return { host, result: 'matched', rule, total: found.length, ids };
  }
  return { host, result: 'unmatched', rule: null, total: 0, ids: [] };
}

/** The rules in their order, and whether a program follows from each. */
function* rulesFor(host: string, match: string): Iterable<[string, (program: Program) => boolean]> {
  yield ['host', isHost(host)];
  yield ['www', isWww(host)];
  yield ['domain', ({ domains }) => domains.some((domain) => isDomain(domain, host))];
  if (match === 'host') return;
  for (const parent of parentsOf(host)) {
    yield ['site', isHost(parent)];
    yield ['site', (program) => isWww(parent)(program) && !isPublicSuffix(program.primaryUrl)];
    yield [
      'site',
      ({ domains }) => domains.some((domain) => isDomain(domain, parent) && !isPublicSuffix(domain)),
    ];
  }
}

const isHost = (host: string) => (program: Program) => program.primaryUrl === host;
const isWww = (host: string) => (program: Program) => isSameButForWww(program.primaryUrl, host);

const isSameButForWww = (one: string, other: string) => `www.${one}` === other || one === `www.${other}`;

function isDomain(domain: string, host: string): boolean {
  if (!domain.startsWith('*.')) return domain === host || isSameButForWww(domain, host);
  return parentsOf(host).includes(domain.slice(2));
}

const isPublicSuffix = (name: string) => parse(name, { allowPrivateDomains: true }).domain === null;

/** What remains of a host without its first labels, as long as that is longer than its public suffix. */
function parentsOf(host: string): string[] {
  const labels = host.split('.');
  const suffix = parse(host, { allowPrivateDomains: true }).publicSuffix!;
  return labels
    .map((_, first) => labels.slice(first).join('.'))
    .filter((name) => name !== host && name.split('.').length > suffix.split('.').length);
}
