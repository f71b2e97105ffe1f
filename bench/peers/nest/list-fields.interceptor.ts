import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { map, type Observable } from 'rxjs';
import { etagOf, linkOf } from '../answer-fields.js';
import { type ListQuery } from './programs.query.js';
import { type PageOfPrograms } from './programs.service.js';

/** Puts the programs of a page into the body; what else is known of the page goes into the header. */
@Injectable()
export class ListFieldsInterceptor implements NestInterceptor<PageOfPrograms> {
  intercept(context: ExecutionContext, next: CallHandler<PageOfPrograms>): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<Response>();
    const { sort, page } = request.query as unknown as ListQuery;
    return next.handle().pipe(
      map(({ programs, version, total, more }) => {
        response.set(
          'link',
          linkOf(request.path, { ...(sort && { sort }) }, Number(page ?? 1), { more, total }),
        );
        response.set('x-total-count', String(total));
        response.set('directory-version', version);
        const body = JSON.stringify(programs);
        response.type('json');
        if (request.method === 'GET')
          response.set({ 'cache-control': 'private, no-cache', etag: etagOf(body) });
        return body;
      }),
    );
  }
}
