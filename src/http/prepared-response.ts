import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { formatHeaders } from './response-head.js';

const compress = promisify(gzip);
/** Bytes up to which gzip is not worth its work. */
const SMALL = 1000;

/** What a browser may load for an answer that is no page. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'";

/** The fields that stand on every answer, name by value. */
export const COMMON_HEADERS = [
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  'no-referrer',
] as const;

/** The bodies that one answer has: as it is, compressed, and none for who has it already. */
export type BodyEncoding = 'plain' | 'gzip' | 'none';

/** What is answered: the same for every client that asks for the same. */
export class PreparedResponse {
  private gzipped: Promise<Buffer> | undefined;
  private readonly heads: Partial<Record<BodyEncoding, string>> = {};
  /** The gzip form, once it was made. */
  gzipBody: Buffer | undefined;

  /**
   * @param headers header fields, name by value, without those that follow from the body.
   * @param etag makes the answer subject to `If-None-Match`.
   * @param contentSecurityPolicy the `Content-Security-Policy`.
   */
  constructor(
    readonly status: number,
    readonly headers: readonly string[],
    readonly body: Buffer,
    readonly etag?: string,
    readonly contentSecurityPolicy = NOTHING,
  ) {}

  /** True for a body that is worth compressing. */
  get compressible(): boolean {
    return this.body.length > SMALL;
  }

  /** Bytes that it takes to hold the answer in both forms. */
  get size(): number {
    return this.body.length + (this.gzipBody?.length ?? 0) + this.headers.join('').length + 500;
  }

  /**
   * The header fields with one of the bodies, printed, but for its length and what belongs to the exchange.
   * @param common the fields of every answer, the same at each call.
   */
  headersFor(content: BodyEncoding, common: readonly string[]): string {
    return (this.heads[content] ??= formatHeaders([...this.ownHead(content), ...common]));
  }

  bodyFor(content: BodyEncoding): Buffer | undefined {
    return content === 'none' ? undefined : content === 'gzip' ? this.gzipBody : this.body;
  }

  /** Makes the gzip form, once. */
  compress(): Promise<Buffer> {
    return (this.gzipped ??= compress(this.body, { level: 6 }).then((packed) => (this.gzipBody = packed)));
  }

  private ownHead(content: BodyEncoding): readonly string[] {
    const head = [...this.headers, 'Content-Security-Policy', this.contentSecurityPolicy];
    if (this.etag !== undefined) head.push('ETag', this.etag);
    if (content === 'gzip') head.push('Content-Encoding', 'gzip');
    return head;
  }
}

export const JSON_CONTENT_TYPE = 'application/json; charset=utf-8';

/** An answer whose body is JSON. */
export function jsonResponse(
  status: number,
  value: unknown,
  fields: readonly string[] = [],
): PreparedResponse {
  return new PreparedResponse(
    status,
    ['Content-Type', JSON_CONTENT_TYPE, ...fields],
    Buffer.from(JSON.stringify(value)),
  );
}

/** Of the content, so that a page which a change did not touch keeps it. */
export function etagOf(body: Buffer): string {
  return `W/"${hash('sha1', body, 'base64url')}"`;
}
