import { Global, Module } from '@nestjs/common';
import { CONFIG } from '../config.js';
import { ExchangeLog } from './exchange-log.js';
import { HealthController } from './health.controller.js';
import { HealthService } from './health.service.js';
import { createLogger, LOGGER } from './logger.js';

@Global()
@Module({
  controllers: [HealthController],
  providers: [ExchangeLog, HealthService, { provide: LOGGER, useFactory: createLogger, inject: [CONFIG] }],
  exports: [ExchangeLog, LOGGER],
})
export class MonitoringModule {}
