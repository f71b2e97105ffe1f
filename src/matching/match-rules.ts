import { parentsOf } from '../hosts/public-suffix.js';

export type RuleName = 'host' | 'www' | 'domain' | 'site';

/** A lookup: the active programs that have one of some names, as `primaryUrl` or among their further domains. */
export interface Lookup {
  of: 'primaryUrl' | 'domain';
  names: string[];
}

/** How a host leads to programs: the first lookup that finds any decides. */
interface Rule {
  name: RuleName;
  /** @param parents the names above the host, from the nearest to its registrable domain. */
  lookups: (host: string, parents: readonly string[]) => Lookup[];
}

/** From the strongest to the weakest. */
const hostRules: Rule[] = [
  { name: 'host', lookups: (host) => [primaryUrl(host)] },
  { name: 'www', lookups: (host) => [primaryUrl(...withOtherWww(host))] },
  {
    name: 'domain',
    lookups: (host, parents) => [
      domain(host, ...withOtherWww(host), ...parents.map((parent) => `*.${parent}`)),
    ],
  },
];

/** The same rules for each parent. A wildcard that covers a parent covers the host as well, and was looked up before. */
const siteRule: Rule = {
  name: 'site',
  lookups: (_, parents) =>
    parents.flatMap((parent) => {
      // The registrable domain without its `www.` is a public suffix.
      const others = parent === parents.at(-1) ? [WWW + parent] : withOtherWww(parent);
      return [primaryUrl(parent), primaryUrl(...others), domain(parent, ...others)];
    }),
};

/** Which rules apply: `host`, or with `site` those for the parents of a host as well. */
const rules = {
  host: hostRules,
  site: [...hostRules, siteRule],
} as const satisfies Record<string, readonly Rule[]>;

export type MatchMode = keyof typeof rules;

export const matchModes = Object.keys(rules) as MatchMode[];

/** From the strongest to the weakest. */
export const ruleNames = rules.site.map(({ name }) => name);

/** The lookups of a host, from the strongest to the weakest, each with its rule. */
export function lookupsOf(host: string, mode: MatchMode): { rule: RuleName; lookup: Lookup }[] {
  const parents = parentsOf(host);
  return rules[mode].flatMap(({ name, lookups }) =>
    lookups(host, parents).map((lookup) => ({ rule: name, lookup })),
  );
}

const WWW = 'www.';

const primaryUrl = (...names: string[]): Lookup => ({ of: 'primaryUrl', names });
const domain = (...names: string[]): Lookup => ({ of: 'domain', names });

/** The names that equal a host but for one leading `www.` on either side. */
function withOtherWww(host: string): string[] {
  return host.startsWith(WWW) ? [WWW + host, host.slice(WWW.length)] : [WWW + host];
}
