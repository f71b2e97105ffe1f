import { Body, Controller, Post, Req, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Request } from 'express';
import { AcceptsBearerToken } from '../api-keys/api-key.guard.js';
import { RejectsForeignOrigins } from '../http/origin.guard.js';
import { type PreparedResponse } from '../http/prepared-response.js';
import { RequestContext } from '../http/request-context.js';
import { McpService } from './mcp.service.js';
import { ParseErrorFilter } from './parse-error.filter.js';

@Controller('mcp')
@ApiExcludeController()
export class McpController {
  constructor(private readonly mcp: McpService) {}

  @Post()
  @RejectsForeignOrigins()
  @AcceptsBearerToken()
  @UseFilters(ParseErrorFilter)
  respond(@Req() request: Request, @Body() body: unknown): Promise<PreparedResponse> {
    return this.mcp.respond(RequestContext.of(request), body);
  }
}
