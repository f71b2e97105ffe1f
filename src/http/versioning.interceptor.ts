import {
  type CallHandler,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { type Request } from 'express';
import { map, type Observable } from 'rxjs';
import { CONFIG, type Config } from '../config/config.js';
import { type Form } from '../listing/forms.js';
import { formOf } from '../listing/list-operation.js';
import { type Page } from '../listing/page.js';
import { CursorCodec } from '../listing/cursor-codec.js';
import { PreparedResponse, etagOf, JSON_CONTENT_TYPE } from './prepared-response.js';
import { RequestContext } from './request-context.js';
import { linkField, pageAddresses } from './link.js';
import { PageCache } from './page-cache.js';

/**
 * Puts a page into the form of the version that was asked for: `networkId` in the base form, `networkName` and the
 * address in the v1 form. Here a page becomes bytes, once, and is kept for the next who asks.
 */
@Injectable()
export class VersioningInterceptor implements NestInterceptor<unknown, unknown> {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly positions: CursorCodec,
    private readonly pages: PageCache,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    const form = formOf(context.getHandler());
    return next
      .handle()
      .pipe(map((result: unknown) => (isPage(result) ? this.answer(request, result, form) : result)));
  }

  private answer(request: Request, page: Page, form: Form): PreparedResponse {
    const body = Buffer.from(page.list.write(page.rows, form));
    const isRead = request.method !== 'POST';
    const fields = [
      'Content-Type',
      JSON_CONTENT_TYPE,
      'Directory-Version',
      String(page.version),
      'Link',
      this.link(request, page),
      ...(isRead ? ['Cache-Control', 'private, no-cache'] : []),
    ];
    const answer = new PreparedResponse(200, fields, body, isRead ? etagOf(body) : undefined);
    RequestContext.of(request).source = 'database';
    if (isRead) this.pages.set(request.originalUrl, page.version, answer);
    return answer;
  }

  private link(request: Request, page: Page): string {
    const { path } = request;
    const query = request.query as Record<string, string>;
    const address = pageAddresses({ origin: this.config.publicUrl, path, query }, (position) =>
      this.positions.encode(page.list, page.request.order, position),
    );
    return linkField({
      first: address(1),
      prev: page.previous === undefined ? undefined : address(page.previous),
      next: page.next === undefined ? undefined : address(page.next),
    });
  }
}

function isPage(result: unknown): result is Page {
  return typeof result === 'object' && result !== null && 'list' in result && 'rows' in result;
}
