import { Controller, Get, Req, VERSION_NEUTRAL } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Request } from 'express';
import { Public } from '../api-keys/api-key.guard.js';
import { type PreparedResponse } from '../http/prepared-response.js';
import { ApiDocument } from './api-document.js';
import { DOCS_PATHS, DocsFiles } from './docs-files.js';

@ApiExcludeController()
@Public()
@Controller({ version: VERSION_NEUTRAL })
export class DocsController {
  constructor(
    private readonly document: ApiDocument,
    private readonly files: DocsFiles,
  ) {}

  @Get('openapi.json')
  openapi(): PreparedResponse {
    return this.document.response;
  }

  @Get('docs{/}')
  page(@Req() { path }: Request): PreparedResponse {
    return this.files.page(path);
  }

  @Get(DOCS_PATHS)
  file(@Req() { path }: Request): PreparedResponse {
    return this.files.file(path);
  }
}
