import { Inject, Injectable } from '@nestjs/common';
import { type Request } from 'express';
import { CONFIG, type Config } from '../config/config.js';
import { hostName } from '../hosts/host-name.js';
import { CursorCodec } from '../listing/cursor-codec.js';
import { type Cursor, type Page } from '../listing/page.js';

/** A longer `url` is replaced by its host in links: three links with all of it would be more than clients accept. */
const MAX_URL_LENGTH = 255;

/** Builds the `Link` field of a page (RFC 8288): the addresses of the first, the previous and the next page. */
@Injectable()
export class PageLinks {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly cursors: CursorCodec,
  ) {}

  /** The value of the field. Addresses keep the parameters of the request, apart from `page` and `cursor`. */
  of(page: Page, { path, query }: Request): string {
    const kept = keptParameters(query as Record<string, string>);
    const address = (at: number | Cursor): string => {
      const own =
        typeof at !== 'number'
          ? `cursor=${this.cursors.encode(page.list, page.request, at)}`
          : at > 1
            ? `page=${at}`
            : '';
      const parameters = [kept, own].filter((part) => part !== '').join('&');
      return this.config.publicUrl + path + (parameters === '' ? '' : `?${parameters}`);
    };
    const links = [`<${address(1)}>; rel="first"`];
    if (page.previous !== undefined) links.push(`<${address(page.previous)}>; rel="prev"`);
    if (page.next !== undefined) links.push(`<${address(page.next)}>; rel="next"`);
    return links.join(', ');
  }
}

/** The query parameters that links keep. A long `url` is replaced by its host, which the filter compares. */
function keptParameters(query: Record<string, string>): string {
  const parameters = new URLSearchParams(query);
  parameters.delete('page');
  parameters.delete('cursor');
  // Requests with the same meaning get the same links.
  parameters.sort();
  const { url } = query;
  if (url !== undefined && url.length > MAX_URL_LENGTH) parameters.set('url', hostName(url) ?? '');
  return parameters.toString();
}
