import { Controller, Get, VERSION_NEUTRAL } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { WithoutKey } from '../api-keys/api-key.guard.js';
import { type Answer } from '../http/answer.js';
import { HealthService } from './health.service.js';

@ApiExcludeController()
@WithoutKey()
@Controller({ path: 'health', version: VERSION_NEUTRAL })
export class HealthController {
  constructor(private readonly health: HealthService) {}

  @Get('live')
  live(): Answer {
    return this.health.live();
  }

  @Get('ready')
  ready(): Promise<Answer> {
    return this.health.ready();
  }
}
