import { type DynamicModule, Module } from '@nestjs/common';
import { type Config } from '../config/config.js';
import { ApiDocument } from './api-document.js';
import { DocsController } from './docs.controller.js';
import { DocsFiles } from './docs-files.js';

/** The OpenAPI document and the page that shows it; empty with `DOCS=off`. */
@Module({})
export class DocsModule {
  static with({ docs }: Config): DynamicModule {
    if (!docs) return { module: DocsModule };
    return { module: DocsModule, controllers: [DocsController], providers: [ApiDocument, DocsFiles] };
  }
}
