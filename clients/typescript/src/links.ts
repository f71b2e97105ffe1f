const LINK = /<([^>]*)>([^<]*)/g;
const NEXT = /;\s*rel="?next"?\s*(?:[;,]|$)/i;

/**
 * The query of the `next` address of a `Link` field, such as `?cursor=…`. Its origin and path are ignored: they may be
 * those of another network, or of a proxy.
 */
export function nextQuery(link: string): string | undefined {
  for (const [, target = '', parameters = ''] of link.matchAll(LINK)) {
    if (NEXT.test(parameters)) return new URL(target, 'https://any.invalid').search;
  }
  return undefined;
}

type Parameter = string | number | boolean | undefined;

/** The parameters of a list as its query. Repeated ones come from an array; undefined ones are left out. */
export function toQuery(parameters: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters) as [string, Parameter | Parameter[]][]) {
    // No value is not the same as no filter. The directory rejects an empty one.
    const values = Array.isArray(value) && value.length === 0 ? [''] : [value].flat();
    for (const each of values) if (each !== undefined) query.append(name, String(each));
  }
  return query.size === 0 ? '' : `?${query.toString()}`;
}
