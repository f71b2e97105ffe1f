import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Request } from 'express';
import { map, type Observable } from 'rxjs';
import { ResponseForm } from '../listing/list-operation.js';
import { DirectoryResult } from '../listing/directory-result.js';
import { DirectoryResponses } from './directory-responses.js';
import { RequestContext } from './request-context.js';

/**
 * Sends a result that a handler returns in the form of the handler's API version: `networkId` in the base form,
 * `networkName` and the address in the v1 form. Anything else is left unchanged.
 */
@Injectable()
export class VersioningInterceptor implements NestInterceptor<unknown, unknown> {
  constructor(
    private readonly reflector: Reflector,
    private readonly responses: DirectoryResponses,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const form = this.reflector.get(ResponseForm, context.getHandler());
    const request = context.switchToHttp().getRequest<Request>();
    return next.handle().pipe(
      map((result: unknown) => {
        if (!(result instanceof DirectoryResult)) return result;
        RequestContext.of(request).source = 'database';
        return this.responses.of(result, form, request);
      }),
    );
  }
}
