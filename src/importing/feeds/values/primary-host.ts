import { hostName } from '../../../hosts/host-name.js';
import { type Scalar } from '../feed.js';
import { isEmpty } from './path.js';

/** The host without one leading `www.`, where it is a host without it. */
export const withoutWww = (host: string): string =>
  host.startsWith('www.') ? (hostName(host.slice('www.'.length)) ?? host) : host;

/** The hosts among the values that are not the primary one; a wildcard stands for all that ends in it. */
export function furtherHosts(values: readonly Scalar[], primary: string): string[] {
  const further = values.filter((value) => !isEmpty(value)).map((value) => String(value).trim());
  return [...new Set(further)].filter((value) => value.includes('*') || bare(value) !== withoutWww(primary));
}

const bare = (value: string): string => withoutWww(hostName(value) ?? value);
