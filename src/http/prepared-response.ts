import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { formatHeaders } from './response-head.js';

const compress = promisify(gzip);
/** Bytes up to which gzip is not worth its work. */
const SMALL = 1000;

/** What a browser may load for a response that is no page: nothing. */
export const DEFAULT_CONTENT_SECURITY_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** The header fields of every response, name by value. */
export const COMMON_HEADERS = [
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  'no-referrer',
] as const;

/** The bodies of one response: unchanged, compressed, and none for a client that has it already. */
export type BodyEncoding = 'plain' | 'gzip' | 'none';

/** A response that is the same for every client that asks for the same; its bodies and heads are made once. */
export class PreparedResponse {
  private gzipped: Promise<Buffer> | undefined;
  private readonly heads: Partial<Record<BodyEncoding, string>> = {};
  /** True for a body that is worth compressing. */
  readonly compressible: boolean;
  /** The gzip form, once it was made. */
  gzipBody: Buffer | undefined;

  /**
   * @param headers header fields, name by value, without those that follow from the body.
   * @param etag makes the response subject to `If-None-Match`.
   * @param contentSecurityPolicy the `Content-Security-Policy`.
   */
  constructor(
    readonly status: number,
    readonly headers: readonly string[],
    readonly body: Buffer,
    readonly etag?: string,
    readonly contentSecurityPolicy = DEFAULT_CONTENT_SECURITY_POLICY,
  ) {
    this.compressible = body.length > SMALL && !this.hasHeader('content-encoding');
  }

  /** True for one of its own header fields, by its name in lower case. */
  hasHeader(name: string): boolean {
    if (name === 'content-security-policy' || (name === 'etag' && this.etag !== undefined)) return true;
    return this.headers.some((field, at) => at % 2 === 0 && field.toLowerCase() === name);
  }

  /** Bytes of memory that the response takes, plain and gzip. */
  get size(): number {
    return this.body.length + (this.gzipBody?.length ?? 0) + this.headers.join('').length + 500;
  }

  /**
   * The formatted header fields for one of the bodies, except its length and the fields that depend on the request.
   * @param common the fields of every response, the same at each call.
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

/** A response whose body is JSON. */
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

/** An entity tag of the content, so that a page which a change did not touch keeps it. */
export function etagOf(body: Buffer): string {
  return `W/"${hash('sha1', body, 'base64url')}"`;
}
