import {
  BadRequestException,
  type CallHandler,
  type ExecutionContext,
  HttpException,
  Injectable,
  type NestInterceptor,
  PayloadTooLargeException,
  ServiceUnavailableException,
  UnsupportedMediaTypeException,
} from '@nestjs/common';
import { json, type Request, type Response } from 'express';
import { type Observable } from 'rxjs';
import { type ErrorDetail } from './errors.js';
import { RequestContext } from './request-context.js';
import { ConcurrencyLimiter } from './concurrency-limiter.js';

export const BODY_NOT_AN_OBJECT: ErrorDetail = { field: 'body', message: 'body must be a JSON object' };

const LIMIT = 1024 * 1024;
const JSON_MEDIA = /^application\/json\s*(?:;|$)/i;
const OTHER_CHARSET = /;\s*charset\s*=\s*(?!"?utf-)/i;
const ENCODING = /^(?:identity|gzip|deflate|br)$/i;
const parse = json({ limit: LIMIT, type: () => true });

/** Reads a JSON body. It stands behind the guard, so that the body of a stranger is not read. */
@Injectable()
export class JsonBodyInterceptor implements NestInterceptor {
  constructor(private readonly places: ConcurrencyLimiter) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    if (!isJson(request)) throw new UnsupportedMediaTypeException();
    if (Number(request.headers['content-length']) > LIMIT) throw new PayloadTooLargeException();
    if (/^100-continue$/i.test(request.headers.expect ?? '')) response.writeContinue();
    const exchange = RequestContext.of(request);
    this.places.release(exchange);
    await new Promise<void>((resolve, reject) => {
      refuseOver(LIMIT, request, reject);
      parse(request, response, (error?: unknown) => (error ? reject(refusalOf(error)) : resolve()));
    });
    if (!this.places.acquire(exchange)) throw new ServiceUnavailableException();
    return next.handle();
  }
}

function isJson({ headers }: Request): boolean {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = headers;
  return JSON_MEDIA.test(type) && !OTHER_CHARSET.test(type) && ENCODING.test(encoding);
}

/** The parser would answer only when the client has sent all of a body that is too large, if it ever does. */
function refuseOver(limit: number, request: Request, refuse: (refusal: HttpException) => void): void {
  let length = 0;
  request.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > limit) refuse(new PayloadTooLargeException());
  });
}

function refusalOf(error: unknown): HttpException {
  const { status } = error as { status?: number };
  if (status === 413 || status === 415) return new HttpException('', status);
  return new BadRequestException({ details: [BODY_NOT_AN_OBJECT] });
}
