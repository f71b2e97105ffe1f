import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { BatchBody, ListQuery } from './programs.query.js';
import { type PageOfPrograms, ProgramsService } from './programs.service.js';

@Controller()
export class ProgramsController {
  constructor(private readonly programs: ProgramsService) {}

  @Get('programs')
  list(@Query() query: ListQuery): Promise<PageOfPrograms> {
    return this.programs.page(query);
  }

  @Post('programs-batch')
  @HttpCode(200)
  batch(@Query() query: ListQuery, @Body() body: BatchBody): Promise<PageOfPrograms> {
    return this.programs.page(query, body.urls);
  }
}
