import { Inject, Injectable } from '@nestjs/common';
import { type Request } from 'express';
import { CONFIG, type Config } from '../config/config.js';
import { hostName } from '../hosts/host-name.js';
import { type PageLink } from '../listing/directory-result.js';

/** A longer `url` is replaced by its host in links: three links with all of it would be more than clients accept. */
const MAX_URL_LENGTH = 255;

/** Builds the `Link` field of a response (RFC 8288). */
@Injectable()
export class PageLinks {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** The value of the field. Addresses keep the parameters of the request, apart from `page`, `cursor` and `since`. */
  of(links: readonly PageLink[], { path, query }: Request): string {
    const kept = keptParameters(query as Record<string, string>);
    return links
      .map(({ rel, parameter = '' }) => {
        const parameters = [kept, parameter].filter((part) => part !== '').join('&');
        return `<${this.config.publicUrl}${path}${parameters === '' ? '' : `?${parameters}`}>; rel="${rel}"`;
      })
      .join(', ');
  }
}

/** The query parameters that links keep. A long `url` is replaced by its host, which the filter compares. */
function keptParameters(query: Record<string, string>): string {
  const parameters = new URLSearchParams(query);
  parameters.delete('page');
  parameters.delete('cursor');
  // A cursor goes on from where a time led to.
  parameters.delete('since');
  // Requests with the same meaning get the same links.
  parameters.sort();
  const { url } = query;
  if (url !== undefined && url.length > MAX_URL_LENGTH) parameters.set('url', hostName(url) ?? '');
  return parameters.toString();
}
