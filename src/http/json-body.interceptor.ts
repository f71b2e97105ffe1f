import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { raw, type Request, type Response } from 'express';
import { type Observable } from 'rxjs';
import { ConcurrencyLimiter } from './concurrency-limiter.js';
import {
  BodyTooLargeException,
  type ErrorDetail,
  InvalidRequestException,
  NotJsonException,
  OverloadedException,
  UnsupportedEncodingException,
} from './exceptions.js';
import { readsJsonBody } from './handler-body.js';
import { parseJson } from './json-text.js';
import { RequestContext } from './request-context.js';

export const BODY_NOT_AN_OBJECT: ErrorDetail = { field: 'body', message: 'body must be a JSON object' };

const BODY_NOT_UTF8: ErrorDetail = { field: 'body', message: 'body must be encoded in UTF-8' };

const MAX_BODY_BYTES = 1024 * 1024;
/** Its `charset` parameter means nothing (RFC 8259, section 11). */
const JSON_MEDIA_TYPE = /^application\/json\s*(?:;|$)/i;
const ENCODINGS = ['gzip', 'deflate', 'br'];
/** Other names of encodings (RFC 9110, section 8.4.1.3). */
const ENCODING_ALIASES: Record<string, string> = { 'x-gzip': 'gzip' };
const readBytes = raw({ limit: MAX_BODY_BYTES, type: () => true });

/**
 * Reads the JSON body of a request to a handler with a `@Body()`. It runs after the guards, so that the body of
 * a client without a valid key is not read.
 */
@Injectable()
export class JsonBodyInterceptor implements NestInterceptor {
  constructor(private readonly limiter: ConcurrencyLimiter) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    if (readsJsonBody(context)) await this.read(context);
    return next.handle();
  }

  private async read(context: ExecutionContext): Promise<void> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    if (!JSON_MEDIA_TYPE.test(request.headers['content-type'] ?? '')) throw new NotJsonException();
    acceptEncoding(request, response);
    if (Number(request.headers['content-length']) > MAX_BODY_BYTES) throw new BodyTooLargeException();
    if (/^100-continue$/i.test(request.headers.expect ?? '')) response.writeContinue();
    const requestContext = RequestContext.of(request);
    // A request does not count as active while its client sends the body.
    this.limiter.release(requestContext);
    await readBody(request, response);
    if (!(await this.limiter.acquire(requestContext))) throw new OverloadedException();
    request.body = parseBody(request.body);
  }
}

/** @throws UnsupportedEncodingException for a `Content-Encoding` that the server cannot decode. */
function acceptEncoding({ headers }: Request, response: Response): void {
  const encoding = headers['content-encoding']?.trim().toLowerCase() || 'identity';
  headers['content-encoding'] = ENCODING_ALIASES[encoding] ?? encoding;
  if (ENCODINGS.includes(headers['content-encoding']) || encoding === 'identity') return;
  response.setHeader('Accept-Encoding', ENCODINGS.join(', '));
  throw new UnsupportedEncodingException(ENCODINGS);
}

/** The parser would respond only when the client has sent all of a body that is too large, if it ever does. */
async function readBody(request: Request, response: Response): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > MAX_BODY_BYTES) reject(new BodyTooLargeException());
    });
    readBytes(request, response, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject((error as { status?: number }).status === 413 ? new BodyTooLargeException() : malformed());
    });
  });
}

/** @throws InvalidRequestException for a body that is not UTF-8, not JSON, or neither an object nor an array. */
function parseBody(bytes: unknown): unknown {
  try {
    const value = parseJson(bytes as Buffer);
    if (typeof value === 'object' && value !== null) return value;
  } catch (error) {
    // Other errors are reported below, without the words of the parser.
    if ((error as { code?: unknown }).code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw new InvalidRequestException([BODY_NOT_UTF8]);
  }
  throw malformed();
}

function malformed(): InvalidRequestException {
  return new InvalidRequestException([BODY_NOT_AN_OBJECT]);
}
