import { Injectable } from '@nestjs/common';
import { type Request } from 'express';
import { type Form } from '../listing/forms.js';
import { type Page } from '../listing/page.js';
import { PageCache } from './page-cache.js';
import { PageLinks } from './page-links.js';
import { etagOf, JSON_CONTENT_TYPE, PreparedResponse } from './prepared-response.js';

/** Makes the response for a page: its bytes and header fields, made once and cached for the next request. */
@Injectable()
export class PageResponses {
  constructor(
    private readonly links: PageLinks,
    private readonly cache: PageCache,
  ) {}

  /** @param form the form in which the objects of the page are sent. */
  create(page: Page, form: Form, request: Request): PreparedResponse {
    const body = Buffer.from(page.list.toJson(page.rows, form));
    // A batch is a POST: HTTP caches and conditions do not apply to it.
    const isCacheable = request.method !== 'POST';
    const fields = [
      'Content-Type',
      JSON_CONTENT_TYPE,
      'Directory-Version',
      String(page.version),
      'Link',
      this.links.of(page, request),
      ...(isCacheable ? ['Cache-Control', 'private, no-cache'] : []),
    ];
    const response = new PreparedResponse(200, fields, body, isCacheable ? etagOf(body) : undefined);
    if (isCacheable) this.cache.set(request.originalUrl, page.version, response);
    return response;
  }
}
