import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config/config.js';
import { etagOf, PreparedResponse } from '../http/prepared-response.js';

const require = createRequire(import.meta.url);
const own = (name: string) => fileURLToPath(new URL(`page/${name}`, import.meta.url));
const JS = 'text/javascript; charset=utf-8';
const CSS = 'text/css; charset=utf-8';

/** The files that the page loads, by path. Nothing else of Swagger UI's package is served. */
const FILES = {
  '/docs/page.css': { type: CSS, file: own('page.css') },
  '/docs/page.js': { type: JS, file: own('page.js') },
  '/docs/icon.svg': { type: 'image/svg+xml', file: own('icon.svg') },
  '/docs/swagger-ui.css': { type: CSS, file: require.resolve('swagger-ui-dist/swagger-ui.css') },
  '/docs/swagger-ui.js': { type: JS, file: require.resolve('swagger-ui-dist/swagger-ui-bundle.js') },
};

export const DOCS_PATHS = Object.keys(FILES);

/** The page that shows the OpenAPI document, and its files, in memory. */
@Injectable()
export class DocsFiles {
  private readonly pages: Record<string, PreparedResponse>;
  private readonly files: Map<string, PreparedResponse>;

  constructor(@Inject(CONFIG) config: Config) {
    const html = readFileSync(own('page.html'), 'utf8');
    const policy = contentSecurityPolicy(config.publicUrl);
    // Addresses are relative, so that the page works behind a proxy that strips a path prefix.
    const page = (root: string) =>
      staticResponse('text/html; charset=utf-8', Buffer.from(html.replaceAll('{root}', root)), policy);
    this.pages = { '/docs': page('.'), '/docs/': page('..') };
    this.files = new Map(
      Object.entries(FILES).map(([path, { type, file }]) => [path, staticResponse(type, readFileSync(file))]),
    );
  }

  /** @param path `/docs`, with or without a slash at its end. */
  page(path: string): PreparedResponse {
    return this.pages[path]!;
  }

  /** @param path one of `DOCS_PATHS`. */
  file(path: string): PreparedResponse {
    return this.files.get(path)!;
  }
}

/** A response that stays the same as long as the program runs, which clients may cache and revalidate. */
export function staticResponse(type: string, body: Buffer, contentSecurityPolicy?: string): PreparedResponse {
  const headers = ['Content-Type', type, 'Cache-Control', 'public, no-cache'];
  return new PreparedResponse(200, headers, body, etagOf(body), contentSecurityPolicy);
}

/** The page loads its own files and the images in its styles, and sends requests to the API. */
function contentSecurityPolicy(publicUrl: string): string {
  const api = publicUrl === '' ? '' : new URL(publicUrl).origin;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${api}`.trim(),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
