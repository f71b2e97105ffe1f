import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type Request } from 'express';
import { DirectoryWatch } from '../database/directory-watch.js';
import { type DirectoryResult } from '../listing/directory-result.js';
import { type Form } from '../listing/forms.js';
import { PageCache } from './page-cache.js';
import { PageLinks } from './page-links.js';
import { etagOf, JSON_CONTENT_TYPE, PreparedResponse } from './prepared-response.js';
import { RequestContext } from './request-context.js';

const CACHING = ['Cache-Control', 'private, no-cache'];

/** Makes the response for a result, once: its bytes and header fields are cached for the next request. */
@Injectable()
export class DirectoryResponses {
  constructor(
    private readonly links: PageLinks,
    private readonly cache: PageCache,
    private readonly watch: DirectoryWatch,
  ) {}

  /** @param form the form in which the objects of the result are sent. */
  of(result: DirectoryResult, form: Form, request: Request): PreparedResponse {
    RequestContext.of(request).directoryVersion = this.watch.versionFor(result.sources, result.directory);
    // Caches and conditions do not apply to a POST.
    if (request.method === 'POST') return this.create(result, form, request.path);
    // Concurrent requests share a result, and it may have been read ahead: then its response was made already.
    const shared = this.cache.getFor(request.originalUrl, result);
    if (shared !== undefined) {
      this.cache.noteRequest(shared);
      return shared.response;
    }
    const response = this.create(result, form, request.path, CACHING);
    const { path: route } = request.route as { path: string };
    this.cache.set(request.originalUrl, result, response, route);
    void this.makeAhead(result, form, { path: request.path, route });
    return response;
  }

  /** Makes the responses of pages that are read ahead, each after what is to be sent now. */
  private async makeAhead(
    before: DirectoryResult,
    form: Form,
    target: Record<'path' | 'route', string>,
  ): Promise<void> {
    const following = before.takeFollowing();
    if (following === undefined) return;
    const { path, route } = target;
    try {
      for await (const { query, result, take } of following) {
        await setImmediate();
        if (!this.cache.isEnabled) {
          result.toBytes(form);
          continue;
        }
        const response = this.create(result, form, path, CACHING);
        this.cache.setAhead(`${path}?${query}`, result, response, route, () => {
          take();
          void this.makeAhead(result, form, target);
        });
      }
    } catch {
      // A request for the page will fail by itself.
    }
  }

  private create(result: DirectoryResult, form: Form, path: string, caching?: string[]): PreparedResponse {
    const body = result.toBytes(form);
    const links = this.links.of(result.links, path);
    const fields = [
      'Content-Type',
      JSON_CONTENT_TYPE,
      ...(links === '' ? [] : ['Link', links]),
      ...(result.total === undefined ? [] : ['X-Total-Count', String(result.total)]),
      ...(caching ?? []),
    ];
    return new PreparedResponse(200, fields, body, caching && etagOf(body));
  }
}
