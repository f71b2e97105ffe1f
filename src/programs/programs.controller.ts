import { Body, Controller, Get, HttpCode, Param, Post, Query, UseInterceptors } from '@nestjs/common';
import { ChangesOperation } from '../changes/changes-operation.js';
import { type Changes } from '../changes/changes.js';
import { ChangesQuery } from '../changes/changes.query.js';
import { type DirectoryItem } from '../listing/directory-item.js';
import { ItemOperation } from '../listing/item-operation.js';
import { ListOperation } from '../listing/list-operation.js';
import { NoQuery } from '../listing/no-query.js';
import { type Page } from '../listing/page.js';
import { BatchSizeInterceptor } from './batch-size.interceptor.js';
import { BatchBody } from './batch.body.js';
import { programList } from './program.list.js';
import { BatchQuery, BatchV1Query, ProgramsQuery, ProgramsV1Query } from './programs.query.js';
import { ProgramsService } from './programs.service.js';

const LIST = {
  id: 'listPrograms',
  summary: 'List active programs',
  description:
    'The active programs of all networks that match every filter, 50 on a page. A host may have a program in several networks.',
};
const GET = {
  id: 'getProgram',
  summary: 'Get a program',
  description: 'One program by its `id`, also one that is closed.',
};
const BATCH = {
  id: 'batchPrograms',
  summary: 'List the programs of a batch of URLs',
  description:
    'The active programs whose `primaryUrl` is the host of one of up to 100 URLs and that match every filter, 50 on a page. It changes nothing and may be repeated at will. POST the same body to the addresses of the `Link` field.',
};
const CHANGES = {
  id: 'listProgramChanges',
  summary: 'Follow changes of programs',
  description:
    'Keeps a copy of the active programs: begins with all of them, and goes on with what changed, oldest change first, up to 500 in a response. Remove a program with `status` false, which has closed or was deleted, and store any other. Follow the `next` address of `Link` until the response is an empty array, keep the last one, and request it again later.',
};

@Controller()
export class ProgramsController {
  constructor(private readonly programs: ProgramsService) {}

  @Get('programs')
  @ListOperation(programList, 'base', LIST)
  list(@Query() query: ProgramsQuery): Promise<Page> {
    return this.programs.list(query);
  }

  @Get('programs')
  @ListOperation(programList, 'v1', LIST)
  listV1(@Query() query: ProgramsV1Query): Promise<Page> {
    return this.programs.list(query);
  }

  @Get('programs/:id')
  @ItemOperation(programList, 'base', GET)
  get(@Query() _query: NoQuery, @Param('id') id: string): Promise<DirectoryItem> {
    return this.programs.get(id);
  }

  @Get('programs/:id')
  @ItemOperation(programList, 'v1', GET)
  getV1(@Query() _query: NoQuery, @Param('id') id: string): Promise<DirectoryItem> {
    return this.programs.get(id);
  }

  @Post('programs-batch')
  @HttpCode(200)
  @UseInterceptors(BatchSizeInterceptor)
  @ListOperation(programList, 'base', BATCH)
  batch(@Query() query: BatchQuery, @Body() body: BatchBody): Promise<Page> {
    return this.programs.match(query, body.urls);
  }

  @Post('programs-batch')
  @HttpCode(200)
  @UseInterceptors(BatchSizeInterceptor)
  @ListOperation(programList, 'v1', BATCH)
  batchV1(@Query() query: BatchV1Query, @Body() body: BatchBody): Promise<Page> {
    return this.programs.match(query, body.urls);
  }

  @Get('programs-changes')
  @ChangesOperation(programList, 'base', CHANGES)
  changes(@Query() query: ChangesQuery): Promise<Changes> {
    return this.programs.changes('base', query);
  }

  @Get('programs-changes')
  @ChangesOperation(programList, 'v1', CHANGES)
  changesV1(@Query() query: ChangesQuery): Promise<Changes> {
    return this.programs.changes('v1', query);
  }
}
