import { Injectable } from '@nestjs/common';
import { type Request } from 'express';
import { DirectoryWatch } from '../database/directory-watch.js';
import { type Form } from '../listing/forms.js';
import { type Page } from '../listing/page.js';
import { PageCache } from './page-cache.js';
import { PageLinks } from './page-links.js';
import { etagOf, JSON_CONTENT_TYPE, PreparedResponse } from './prepared-response.js';
import { RequestContext } from './request-context.js';

/** Makes the response for a page, once: its bytes and header fields are cached for the next request. */
@Injectable()
export class PageResponses {
  constructor(
    private readonly links: PageLinks,
    private readonly cache: PageCache,
    private readonly watch: DirectoryWatch,
  ) {}

  /** @param form the form in which the objects of the page are sent. */
  of(page: Page, form: Form, request: Request): PreparedResponse {
    RequestContext.of(request).directoryVersion = this.watch.versionFor(page.list.name, page.directory);
    // A batch is a POST: caches and conditions do not apply to it.
    if (request.method === 'POST') return this.create(page, form, request);
    // Concurrent requests share a page; the first of them has made the response.
    const shared = this.cache.getFor(request.originalUrl, page);
    if (shared !== undefined) return shared;
    const response = this.create(page, form, request, ['Cache-Control', 'private, no-cache']);
    this.cache.set(request.originalUrl, page, response);
    return response;
  }

  private create(page: Page, form: Form, request: Request, caching?: string[]): PreparedResponse {
    const body = Buffer.from(page.list.toJson(page.rows, form));
    const fields = [
      'Content-Type',
      JSON_CONTENT_TYPE,
      'Link',
      this.links.of(page, request),
      ...(caching ?? []),
    ];
    return new PreparedResponse(200, fields, body, caching && etagOf(body));
  }
}
