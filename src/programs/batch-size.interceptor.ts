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

/** Rejects a batch with too many URLs before the request is validated. */
@Injectable()
export class BatchSizeInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const body = context.switchToHttp().getRequest<Request>().body as { urls?: unknown } | null | undefined;
    if (Array.isArray(body?.urls) && body.urls.length > MAX_URLS)
      throw new UnauthorizedException(TOO_MANY_URLS);
    return next.handle();
  }
}
