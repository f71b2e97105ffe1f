import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UnauthorizedException,
} from '@nestjs/common';
import { type Request } from 'express';
import { type Observable } from 'rxjs';
import { MAX_URLS } from './batch.body.js';

export const TOO_MANY_URLS = 'Too many URLs';

/** Counts the URLs before anything else of the request is looked at. */
@Injectable()
export class BatchSizeInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const body = context.switchToHttp().getRequest<Request>().body as { urls?: unknown } | null | undefined;
    if (Array.isArray(body?.urls) && body.urls.length > MAX_URLS)
      throw new UnauthorizedException(TOO_MANY_URLS);
    return next.handle();
  }
}
