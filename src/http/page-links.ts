import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config/config.js';
import { type PageLink } from '../listing/directory-result.js';

/** Maximum length of the field in bytes. Many proxies and clients limit all header fields to 8 kB. */
const MAX_LENGTH = 7_000;
const BY_IMPORTANCE = ['next', 'prev', 'first', 'last'] as const;
const SEPARATOR = ', ';

/** Builds the `Link` field of a response (RFC 8288). */
@Injectable()
export class PageLinks {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /**
   * The value of the field, empty without links. Long filters leave no room for every link: then it has the next page, and
   * others that fit.
   * @param path of the request
   */
  of(links: readonly PageLink[], path: string): string {
    const address = `${this.config.publicUrl}${path}`;
    const texts = new Map(
      links.map(({ rel, query }) => [rel, `<${address}${query === '' ? '' : `?${query}`}>; rel="${rel}"`]),
    );
    let room = MAX_LENGTH;
    for (const rel of BY_IMPORTANCE) {
      room -= (texts.get(rel)?.length ?? 0) + SEPARATOR.length;
      if (room < 0 && rel !== 'next') texts.delete(rel);
    }
    return [...texts.values()].join(SEPARATOR);
  }
}
