import { Controller, Get, Req, VERSION_NEUTRAL } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Request } from 'express';
import { WithoutKey } from '../api-keys/api-key.guard.js';
import { type Answer } from '../http/answer.js';
import { ApiDocument } from './api-document.js';
import { DOCS_PATHS, DocsFiles } from './docs-files.js';

@ApiExcludeController()
@WithoutKey()
@Controller({ version: VERSION_NEUTRAL })
export class DocsController {
  constructor(
    private readonly document: ApiDocument,
    private readonly files: DocsFiles,
  ) {}

  @Get('openapi.json')
  openapi(): Answer {
    return this.document.answer;
  }

  @Get('docs{/}')
  page(): Answer {
    return this.files.page;
  }

  @Get(DOCS_PATHS)
  file(@Req() { path }: Request): Answer {
    return this.files.at(path);
  }
}
