import { Controller, Get, VERSION_NEUTRAL } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../api-keys/api-key.guard.js';
import { type PreparedResponse } from '../http/prepared-response.js';
import { HealthService } from './health.service.js';

@ApiExcludeController()
@Public()
@Controller({ path: 'health', version: VERSION_NEUTRAL })
export class HealthController {
  constructor(private readonly health: HealthService) {}

  @Get('live')
  live(): PreparedResponse {
    return this.health.live();
  }

  @Get('ready')
  ready(): Promise<PreparedResponse> {
    return this.health.ready();
  }
}
