/** The database is unavailable at the moment; repeating the request may succeed. */
export class DatabaseUnavailable extends Error {
  constructor(options?: ErrorOptions) {
    super('The database is unavailable.', options);
  }
}

/** A connection to the database could not be made, for whatever reason. It keeps the code of its cause. */
export class ConnectionFailed extends Error {
  readonly code: unknown;

  constructor(message: string, cause: Error) {
    super(message, { cause });
    this.code = (cause as { code?: unknown }).code;
  }
}

/** What an operator can do about a connection pooler that is too old. */
export const NEEDS_POOLER = 'Use PgBouncer 1.21 or later, or connect to PostgreSQL directly.';

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
/**
 * Connection failures, lack of resources, a cancelled statement, a server that shuts down or is read-only, a privilege
 * that was revoked, and prepared statements that a connection pooler mixed up.
 */
const SQLSTATES = /^(08|53|57|25006|28|3D000|55P03|40001|40P01|42501|42P01|42P05|26000)/;
/** Errors of the driver that have no code. */
const MESSAGES =
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Query read timeout|not queryable|Cannot use a pool after/;

/** True for a failure of the database or of the connection, false for a wrong statement. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof ConnectionFailed) return true;
  if (error instanceof AggregateError) return error.errors.some(isOutage);
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string') return SYSTEM_CODES.has(code) || SQLSTATES.test(code);
  return MESSAGES.test(error.message);
}

/** SQLSTATE `too_many_connections`: of the server, the database or the role. PgBouncer sends its limits as 08P01. */
export function isConnectionLimit(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message: string };
  return code === '53300' || /no more connections allowed/.test(message);
}

/** Returns why the database is unavailable, in words for the operator. */
export function causeOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message: string };
  if (code === '42P05' || code === '26000')
    return `the connection pooler does not support prepared statements (${message}). ${NEEDS_POOLER}`;
  if (code === '42501')
    return `${message}. The owner of the tables must run the SQL that \`directory grants ROLE --for serve\` prints.`;
  return message;
}
