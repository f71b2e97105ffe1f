import { Body, Controller, HttpCode, Post, Query, UseInterceptors } from '@nestjs/common';
import { NoQuery } from '../listing/no-query.js';
import { BatchSizeInterceptor } from '../programs/batch-size.interceptor.js';
import { MatchOperation } from './match-operation.js';
import { type MatchResult } from './match-result.js';
import { MatchBody } from './match.body.js';
import { MatchingService } from './matching.service.js';

@Controller('programs-match')
@UseInterceptors(BatchSizeInterceptor)
export class MatchingController {
  constructor(private readonly matching: MatchingService) {}

  @Post()
  @HttpCode(200)
  @MatchOperation('base')
  match(@Query() _query: NoQuery, @Body() body: MatchBody): Promise<MatchResult> {
    return this.matching.match(body);
  }

  @Post()
  @HttpCode(200)
  @MatchOperation('v1')
  matchV1(@Query() _query: NoQuery, @Body() body: MatchBody): Promise<MatchResult> {
    return this.matching.match(body);
  }
}
