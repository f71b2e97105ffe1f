import { hostName } from '../hosts/host-name.js';
import { type Position } from '../listing/page.js';

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
 * The address of a page of the same list: the query as it was, `page` or `position` apart. Of a long `url` it keeps
 * what is compared, the host.
 */
export function pageAddress(
  origin: string,
  path: string,
  query: Record<string, string>,
  place: number | Position,
  write: (position: Position) => string,
): string {
  const parameters = new URLSearchParams(query);
  parameters.delete('page');
  parameters.delete('position');
  if (query.url !== undefined && query.url.length > LONG) parameters.set('url', hostName(query.url) ?? '');
  if (typeof place !== 'number') parameters.set('position', write(place));
  else if (place > 1) parameters.set('page', String(place));
  const text = parameters.toString();
  return origin + path + (text === '' ? '' : `?${text}`);
}
