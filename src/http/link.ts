import { hostName } from '../hosts/host-name.js';
import { type Cursor } from '../listing/page.js';

/** Characters of a `url` that are more than its host. Three links with all of it would be more than clients take. */
const LONG = 255;

/** A relation of the page to another of its list. */
interface Related {
  first: string;
  prev: string | undefined;
  next: string | undefined;
}

/** The value of a `Link` field (RFC 8288). */
export function linkField(related: Related): string {
  return Object.entries(related)
    .filter(([, target]) => target !== undefined)
    .map(([relation, target]) => `<${target}>; rel="${relation}"`)
    .join(', ');
}

/**
 * Gives the addresses of the pages of one list: the query as it was, `page` or `position` apart. Of a long `url` they
 * keep what is compared, the host.
 */
export function pageAddresses(
  target: { origin: string; path: string; query: Record<string, string> },
  write: (position: Cursor) => string,
): (place: number | Cursor) => string {
  const { url } = target.query;
  const parameters = new URLSearchParams(target.query);
  parameters.delete('page');
  parameters.delete('cursor');
  if (url !== undefined && url.length > LONG) parameters.set('url', hostName(url) ?? '');
  const kept = parameters.toString();
  return (place) => {
    const own = typeof place !== 'number' ? `cursor=${write(place)}` : place > 1 ? `page=${place}` : '';
    const query = [kept, own].filter((part) => part !== '').join('&');
    return target.origin + target.path + (query === '' ? '' : `?${query}`);
  };
}
