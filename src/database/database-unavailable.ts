/** The database cannot answer now; the request is worth repeating. */
export class DatabaseUnavailable extends Error {
  constructor(options?: ErrorOptions) {
    super('The database is out of reach.', options);
  }
}

const SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ECONNABORTED',
]);
/** Connection trouble, out of resources, a statement that was cancelled, a server that shuts down or is read-only. */
const SQLSTATES = /^(08|53|57|25006|28|3D000|55P03|40001|40P01|42P01)/;
/** Errors of the driver that carry no code. */
const MESSAGES =
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Query read timeout|not queryable|Cannot use a pool after/;

/** True for a fault of the database or of the way to it, false for a statement that is wrong. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isOutage);
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string') return SYSTEM_CODES.has(code) || SQLSTATES.test(code);
  return MESSAGES.test(error.message);
}
