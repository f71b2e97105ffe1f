import { hostName } from '../../hosts/host-name.js';
import { isBelowPublicSuffix } from '../../hosts/public-suffix.js';
import { InvalidValue, type Normalizer } from './field.js';

/** Maximum number of further domains of a program. */
const MAX_DOMAINS = 200;
/** Characters of an ignored entry in a warning. */
const MAX_EXCERPT = 100;
const SEPARATOR = '|';
/** A leading `*.` of a host or of a URL, and the scheme before it. */
const WILDCARD = /^\s*((?:[a-z][a-z0-9+.-]*:)?\/\/)?\*\./i;

/**
 * A list of hosts or URLs, or one text of several, as a PostgreSQL array of host names without repeats; one leading `*.`
 * stays. It is sorted, so that equal lists are equal arrays.
 * Where no entry is a host the field counts as absent: a list that was not understood replaces no stored one.
 */
export const domains: Normalizer = (value, warn) => {
  if (value === null || (typeof value === 'string' && value.trim() === '')) return null;
  const entries: unknown = typeof value === 'string' ? value.split(SEPARATOR) : value;
  if (!Array.isArray(entries)) throw new InvalidValue('is not a list of domains');
  const accepted = new Set<string>();
  for (const entry of entries as unknown[]) {
    const { domain, problem } = parseDomain(entry);
    if (problem !== undefined) warn(`${excerptOf(entry)} ${problem}, and is ignored`);
    else if (accepted.size < MAX_DOMAINS || accepted.has(domain)) accepted.add(domain);
    else {
      warn(`only the first ${MAX_DOMAINS} are stored`);
      break;
    }
  }
  if (accepted.size === 0 && entries.length > 0) return undefined;
  return `{${[...accepted].sort().join(',')}}`;
};

type Parsed = { domain: string; problem?: never } | { domain?: never; problem: string };

function parseDomain(entry: unknown): Parsed {
  if (typeof entry !== 'string') return { problem: 'is no host name' };
  const isWildcard = WILDCARD.test(entry);
  const host = hostName(isWildcard ? entry.replace(WILDCARD, '$1') : entry);
  if (host === undefined) return { problem: 'is no host name' };
  if (!isWildcard) return { domain: host };
  if (isBelowPublicSuffix(host)) return { domain: `*.${host}` };
  return { problem: 'covers names of different owners' };
}

function excerptOf(entry: unknown): string {
  return typeof entry === 'string'
    ? JSON.stringify(entry.trim().slice(0, MAX_EXCERPT))
    : JSON.stringify(entry).slice(0, MAX_EXCERPT);
}
