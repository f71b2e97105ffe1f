import { getDomain } from 'tldts';

/** The Public Suffix List with its private section; values are host names already. */
const OPTIONS = { allowPrivateDomains: true, extractHostname: false, validateHostname: false };

/**
 * The registrable domain of a host: its public suffix and one label, such as `shop.co.uk` of `www.shop.co.uk`.
 * Undefined for a host that is a public suffix itself.
 */
function registrableDomain(host: string): string | undefined {
  return getDomain(host, OPTIONS) ?? undefined;
}

/**
 * True for a name whose subdomains all belong to one registrable domain; false for a public suffix, and for what is
 * above one.
 */
export function isBelowPublicSuffix(name: string): boolean {
  const registrable = registrableDomain(`_.${name}`);
  return registrable !== undefined && isWithin(name, registrable);
}

/** The names above a host, from the nearest to its registrable domain; none for that itself and for a public suffix. */
export function parentsOf(host: string): string[] {
  const registrable = registrableDomain(host);
  const parents: string[] = [];
  for (let name = host; registrable !== undefined && name !== registrable; parents.push(name))
    name = name.slice(name.indexOf('.') + 1);
  return parents;
}

function isWithin(name: string, domain: string): boolean {
  return name === domain || name.endsWith(`.${domain}`);
}
