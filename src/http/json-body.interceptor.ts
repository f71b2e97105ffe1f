import {
  BadRequestException,
  type CallHandler,
  type ExecutionContext,
  HttpException,
  Injectable,
  type NestInterceptor,
  UnsupportedMediaTypeException,
} from '@nestjs/common';
import { json, type Request, type Response } from 'express';
import { type Observable } from 'rxjs';

const LIMIT = 1024 * 1024;
const JSON_MEDIA = /^application\/json\s*(?:;|$)/i;
const parse = json({ limit: LIMIT, type: () => true });

/** Reads a JSON body. It stands behind the guard, so that the body of a stranger is not read. */
@Injectable()
export class JsonBodyInterceptor implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    if (!JSON_MEDIA.test(request.headers['content-type'] ?? '')) throw new UnsupportedMediaTypeException();
    if (/^100-continue$/i.test(request.headers.expect ?? '')) response.writeContinue();
    await new Promise<void>((resolve, reject) => {
      parse(request, response, (error?: unknown) => (error ? reject(refusalOf(error)) : resolve()));
    });
    return next.handle();
  }
}

function refusalOf(error: unknown): HttpException {
  const { status } = error as { status?: number };
  if (status === 413 || status === 415) return new HttpException('', status);
  return new BadRequestException({ details: [{ field: 'body', message: 'body must be a JSON object' }] });
}
