import type { Detail } from './types.js';

interface Parts {
  status?: number | undefined;
  details?: Detail[] | undefined;
  requestId?: string | undefined;
  cause?: unknown;
}

/** A response that is not what was asked for, or none at all. */
export class DirectoryError extends Error {
  override readonly name = 'DirectoryError';
  /** The HTTP status; undefined when no complete response arrived, also not after the last retry. */
  readonly status: number | undefined;
  /** With 400: what is wrong with which parameter or field. */
  readonly details: Detail[] | undefined;
  /** The `X-Request-Id` of the response, for questions to the directory's support. */
  readonly requestId: string | undefined;

  constructor(message: string, { status, details, requestId, cause }: Parts = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.details = details;
    this.requestId = requestId;
  }
}
