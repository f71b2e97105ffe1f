import { parentsOf } from '../hosts/public-suffix.js';

/** A name by which programs are looked up: the host of a URL or, with `site`, a parent of it. */
export interface Candidate {
  name: string;
  /** The names that equal it but for one leading `www.` on either side. */
  others: readonly string[];
  /** The wildcards that cover it. */
  wildcards: readonly string[];
}

/** How a candidate leads to programs: by the names that their `primaryUrl`, or one of their further domains, may equal. */
interface Rule {
  name: 'host' | 'www' | 'domain';
  comparesWith: 'primaryUrl' | 'domain';
  names: (candidate: Candidate) => readonly string[];
}

/** From the strongest to the weakest. */
export const rules: readonly Rule[] = [
  { name: 'host', comparesWith: 'primaryUrl', names: ({ name }) => [name] },
  { name: 'www', comparesWith: 'primaryUrl', names: ({ others }) => others },
  {
    name: 'domain',
    comparesWith: 'domain',
    names: ({ name, others, wildcards }) => [name, ...others, ...wildcards],
  },
];

/** With `site`, the parents of a host are looked up by the same rules where the host itself leads to no program. */
export const matchModes = ['host', 'site'] as const;

export type MatchMode = (typeof matchModes)[number];

/** What is said of a match: the rule of the host itself, or `site` for any rule of a parent. */
export const ruleNames = [...rules.map(({ name }) => name), 'site'] as const;

export type RuleName = (typeof ruleNames)[number];

const WWW = 'www.';

export function candidateOfHost(host: string): Candidate {
  return {
    name: host,
    others: withOtherWww(host),
    wildcards: parentsOf(host).map((parent) => `*.${parent}`),
  };
}

/** The parents of a host, from the nearest to its registrable domain. */
export function candidatesOfParents(host: string): Candidate[] {
  return parentsOf(host).map((name, at, { length }) => ({
    name,
    // The registrable domain without its `www.` is a public suffix.
    others: at === length - 1 ? [WWW + name] : withOtherWww(name),
    // A wildcard that covers a parent covers the host as well, and was looked up for that.
    wildcards: [],
  }));
}

function withOtherWww(name: string): string[] {
  return name.startsWith(WWW) ? [WWW + name, name.slice(WWW.length)] : [WWW + name];
}
