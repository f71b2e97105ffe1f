import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { printFields } from './head.js';

const compress = promisify(gzip);
/** Bytes up to which gzip is not worth its work. */
const SMALL = 1000;

/** What a browser may load for an answer that is no page. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'";

/** The fields that stand on every answer, name by value. */
export const ALWAYS = ['X-Content-Type-Options', 'nosniff', 'Referrer-Policy', 'no-referrer'] as const;

/** The bodies that one answer has: as it is, compressed, and none for who has it already. */
export type Content = 'plain' | 'gzip' | 'none';

/** What is answered: the same for every client that asks for the same. */
export class Answer {
  private gzipped: Promise<Buffer> | undefined;
  private readonly heads: Partial<Record<Content, string>> = {};
  /** The gzip form, once it was made. */
  packed: Buffer | undefined;

  /**
   * @param fields header fields, name by value, without those that follow from the body.
   * @param etag makes the answer subject to `If-None-Match`.
   * @param policy the `Content-Security-Policy`.
   */
  constructor(
    readonly status: number,
    readonly fields: readonly string[],
    readonly body: Buffer,
    readonly etag?: string,
    readonly policy = NOTHING,
  ) {}

  /** True for a body that is worth compressing. */
  get packable(): boolean {
    return this.body.length > SMALL;
  }

  /** Bytes that it takes to hold the answer in both forms. */
  get size(): number {
    return this.body.length + (this.packed?.length ?? 0) + this.fields.join('').length + 500;
  }

  /**
   * The header fields with one of the bodies, printed, but for its length and what belongs to the exchange.
   * @param common the fields of every answer, the same at each call.
   */
  headOf(content: Content, common: readonly string[]): string {
    return (this.heads[content] ??= printFields([...this.ownHead(content), ...common]));
  }

  bodyOf(content: Content): Buffer | undefined {
    return content === 'none' ? undefined : content === 'gzip' ? this.packed : this.body;
  }

  /** Makes the gzip form, once. */
  pack(): Promise<Buffer> {
    return (this.gzipped ??= compress(this.body, { level: 6 }).then((packed) => (this.packed = packed)));
  }

  private ownHead(content: Content): readonly string[] {
    const head = [...this.fields, 'Content-Security-Policy', this.policy];
    if (this.etag !== undefined) head.push('ETag', this.etag);
    if (content === 'gzip') head.push('Content-Encoding', 'gzip');
    return head;
  }
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** An answer whose body is JSON. */
export function jsonAnswer(status: number, value: unknown, fields: readonly string[] = []): Answer {
  return new Answer(status, ['Content-Type', JSON_TYPE, ...fields], Buffer.from(JSON.stringify(value)));
}

/** Of the content, so that a page which a change did not touch keeps it. */
export function etagOf(body: Buffer): string {
  return `W/"${hash('sha1', body, 'base64url')}"`;
}
