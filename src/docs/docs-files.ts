import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config/config.js';
import { type PreparedResponse } from '../http/prepared-response.js';
import { keptAnswer } from './kept-answer.js';

const require = createRequire(import.meta.url);
const own = (name: string) => fileURLToPath(new URL(`page/${name}`, import.meta.url));
const JS = 'text/javascript; charset=utf-8';
const CSS = 'text/css; charset=utf-8';

/** What the page loads, by the path from which it does. Of Swagger UI's package nothing else is served. */
const FILES = {
  '/docs/page.css': { type: CSS, file: own('page.css') },
  '/docs/page.js': { type: JS, file: own('page.js') },
  '/docs/icon.svg': { type: 'image/svg+xml', file: own('icon.svg') },
  '/docs/swagger-ui.css': { type: CSS, file: require.resolve('swagger-ui-dist/swagger-ui.css') },
  '/docs/swagger-ui.js': { type: JS, file: require.resolve('swagger-ui-dist/swagger-ui-bundle.js') },
};

export const DOCS_PATHS = Object.keys(FILES);

/** The page that shows the OpenAPI document and the files that it loads, held in memory. */
@Injectable()
export class DocsFiles {
  readonly page: PreparedResponse;
  private readonly answers: Map<string, PreparedResponse>;

  constructor(@Inject(CONFIG) config: Config) {
    const html = readFileSync(own('page.html'));
    this.page = keptAnswer('text/html; charset=utf-8', html, policyFor(config.publicUrl));
    this.answers = new Map(
      Object.entries(FILES).map(([path, { type, file }]) => [path, keptAnswer(type, readFileSync(file))]),
    );
  }

  /** @param path one of `DOCS_PATHS`. */
  at(path: string): PreparedResponse {
    return this.answers.get(path)!;
  }
}

/** The page loads its own files, shows the images in their styles, and sends requests to the API. */
function policyFor(publicUrl: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${publicUrl}`.trim(),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
