const text = (description: string, example: string) => ({ description, schema: { type: 'string' }, example });
const whole = (description: string, example: number) => ({
  description,
  schema: { type: 'integer', minimum: 0 },
  example,
});

/** The fields of answers that a client may want to read, by their names. */
export const responseHeaders = {
  'Directory-Version': whole(
    'Moves with every change of networks or programs. The same number at both ends of a walk: it saw one state.',
    1042,
  ),
  Link: text(
    'Addresses of other pages of the same list (RFC 8288): `first`, and `prev` and `next` where there is such a page.',
    '</networks>; rel="first"',
  ),
  ETag: text('Of the content of the page, for `If-None-Match`.', 'W/"3Jf0bZ1m8mR9cXQdJ0G8cXo9y2A"'),
  'X-Request-Id': text(
    "The request's own `X-Request-Id` if it had a sane one, else one that was made for it.",
    'k3v9x2ab-0.17',
  ),
  'RateLimit-Policy': text(
    'The rate of the plan, `q` requests in `w` seconds; absent where it has none.',
    '"pro-api";q=600;w=60',
  ),
  RateLimit: text(
    'What is left of it, `r` requests for the next `t` seconds; absent where the plan has no rate.',
    '"pro-api";r=598;t=42',
  ),
  'Retry-After': whole('Seconds after which the request is worth repeating.', 1),
  'WWW-Authenticate': text('How to authenticate.', 'ApiKey'),
};

export type HeaderName = keyof typeof responseHeaders;

/** References to the descriptions of headers, as a response lists them. */
export function headersNamed(...names: HeaderName[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
