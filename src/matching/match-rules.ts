import { parentsOf } from '../hosts/public-suffix.js';

/** A host name to look up, with its variants: the host of a URL or, with `site`, one of its parents. */
export interface Candidate {
  name: string;
  /** The names that differ from it only by one leading `www.`. */
  wwwVariants: readonly string[];
  /** The wildcards that cover it. */
  wildcards: readonly string[];
}

/** The names that the `primaryUrl`, or a further domain, of a matching program may equal. */
interface Rule {
  name: 'host' | 'www' | 'domain';
  comparesWith: 'primaryUrl' | 'domain';
  names: (candidate: Candidate) => readonly string[];
}

/** From the strongest to the weakest. */
export const rules: readonly Rule[] = [
  { name: 'host', comparesWith: 'primaryUrl', names: ({ name }) => [name] },
  { name: 'www', comparesWith: 'primaryUrl', names: ({ wwwVariants }) => wwwVariants },
  {
    name: 'domain',
    comparesWith: 'domain',
    names: ({ name, wwwVariants, wildcards }) => [name, ...wwwVariants, ...wildcards],
  },
];

/** With `site`, the parents of a host are looked up by the same rules if the host itself matches no program. */
export const matchModes = ['host', 'site'] as const;

export type MatchMode = (typeof matchModes)[number];

/** The values of `rule` in a response: the rule by which the host matched, or `site` if a parent did. */
export const ruleNames = [...rules.map(({ name }) => name), 'site'] as const;

export type RuleName = (typeof ruleNames)[number];

/** The candidates of a host: itself and, with `site`, its parents from the nearest to its registrable domain. */
export function candidatesOf(host: string, mode: MatchMode): Candidate[] {
  const parents = parentsOf(host);
  const itself = {
    name: host,
    wwwVariants: wwwVariantsOf(host),
    wildcards: parents.map((parent) => `*.${parent}`),
  };
  if (mode === 'host') return [itself];
  const registrable = parents.at(-1);
  const ofParents = parents.map((name) => ({
    name,
    // Without its `www.`, a registrable domain would be a public suffix.
    wwwVariants: name === registrable ? [WWW + name] : wwwVariantsOf(name),
    // A wildcard that covers a parent covers the host as well, and is among the names of that.
    wildcards: [],
  }));
  return [itself, ...ofParents];
}

const WWW = 'www.';

function wwwVariantsOf(name: string): string[] {
  return name.startsWith(WWW) ? [WWW + name, name.slice(WWW.length)] : [WWW + name];
}

/** The number of a lookup: of one candidate by one rule, both by their index. */
export const lookupOf = (candidate: number, rule: number): number => candidate * rules.length + rule;

/** SQL: the index of the candidate of a lookup. */
export const candidateOf = (lookup: string): string => `${lookup} / ${rules.length}`;
