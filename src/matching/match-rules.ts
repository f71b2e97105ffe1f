import { isBelowPublicSuffix, parentsOf } from '../hosts/public-suffix.js';

export type RuleName = 'host' | 'www' | 'domain' | 'site';

/** A lookup: the active programs that have one of some names, as `primaryUrl` or among their further domains. */
export interface Lookup {
  of: 'primaryUrl' | 'domain';
  names: string[];
}

/** How a host leads to programs: the first lookup that finds any decides. */
interface Rule {
  name: RuleName;
  lookups: (host: string) => Lookup[];
}

/** From the strongest to the weakest. */
const hostRules: Rule[] = [
  { name: 'host', lookups: (host) => [primaryUrl(host)] },
  { name: 'www', lookups: (host) => [primaryUrl(...withOtherWww(host))] },
  {
    name: 'domain',
    lookups: (host) => [
      domain(host, ...withOtherWww(host), ...parentsOf(host).map((parent) => `*.${parent}`)),
    ],
  },
];

/** The same rules for the parents of a host. A wildcard that covers a parent covers the host as well. */
const siteRule: Rule = {
  name: 'site',
  lookups: (host) =>
    parentsOf(host).flatMap((parent) =>
      [primaryUrl(parent), primaryUrl(...withOtherWww(parent)), domain(parent, ...withOtherWww(parent))].map(
        belowPublicSuffix,
      ),
    ),
};

/** Which rules apply: `host`, or with `site` those for the parents of a host as well. */
export const rules = {
  host: hostRules,
  site: [...hostRules, siteRule],
} as const satisfies Record<string, readonly Rule[]>;

export type MatchMode = keyof typeof rules;

const WWW = 'www.';

const primaryUrl = (...names: string[]): Lookup => ({ of: 'primaryUrl', names });
const domain = (...names: string[]): Lookup => ({ of: 'domain', names });

/** The names that equal a host but for one leading `www.` on either side. */
function withOtherWww(host: string): string[] {
  return [WWW + host, ...(host.startsWith(WWW) ? [host.slice(WWW.length)] : [])];
}

function belowPublicSuffix({ of, names }: Lookup): Lookup {
  return { of, names: names.filter(isBelowPublicSuffix) };
}
