import { type Config } from '../config/config.js';
import { type RequestContext } from './request-context.js';

/** The response headers that scripts of an allowed origin may read. */
export const EXPOSED_HEADERS = [
  ...(['Directory-Version', 'ETag', 'Link', 'RateLimit', 'RateLimit-Policy'] as const),
  ...(['Retry-After', 'X-Request-Id', 'X-Total-Count'] as const),
] as const;

const EXPOSED = EXPOSED_HEADERS.join(', ');
/** Of requests; those of MCP clients among them. */
const ALLOWED_HEADERS = [
  ...['authorization', 'content-encoding', 'content-type', 'if-none-match', 'mcp-method', 'mcp-name'],
  ...['mcp-protocol-version', 'x-api-key', 'x-request-id'],
].join(', ');
/** Allowed for every path; routes may allow more. */
const METHODS = ['GET', 'HEAD', 'POST'];

/** The fields that let a page of an allowed origin read the response; none for any other. */
export function corsFields({ request, allowedMethods }: RequestContext, config: Config): string[] {
  const { origin } = request.headers;
  if (origin === undefined || !config.corsOrigins.includes(origin)) return [];
  const allowed = ['Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', EXPOSED];
  if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined)
    return allowed;
  return [
    ...allowed,
    'Access-Control-Allow-Methods',
    [...new Set([...METHODS, ...(allowedMethods ?? [])])].sort().join(', '),
    'Access-Control-Allow-Headers',
    ALLOWED_HEADERS,
    'Access-Control-Max-Age',
    '86400',
  ];
}
