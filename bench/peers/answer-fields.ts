import { createHash } from 'node:crypto';

/** The fields that stand on every answer of the product, but for those of its content. */
export const COMMON_FIELDS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  vary: 'Accept-Encoding',
};

export function etagOf(body: string): string {
  return `W/"${createHash('sha1').update(body).digest('base64url')}"`;
}

const PAGE_SIZE = 50;

/** `Link` of a service that counts pages. */
export function linkOf(
  path: string,
  query: Record<string, unknown>,
  page: number,
  { more, total }: { more: boolean; total: number },
): string {
  const address = (number: number) => {
    const parameters = new URLSearchParams(query as Record<string, string>);
    parameters.set('page', String(number));
    return `${path}?${parameters.toString()}`;
  };
  const links = [`<${address(1)}>; rel="first"`];
  if (page > 1) links.push(`<${address(page - 1)}>; rel="prev"`);
  if (more) links.push(`<${address(page + 1)}>; rel="next"`);
  links.push(`<${address(Math.max(1, Math.ceil(total / PAGE_SIZE)))}>; rel="last"`);
  return links.join(', ');
}
