import { Global, Module } from '@nestjs/common';
import { CONFIG } from '../config/config.js';
import { ExchangeLog } from './exchange-log.js';
import { Gauges } from './gauges.js';
import { HealthController } from './health.controller.js';
import { HealthService } from './health.service.js';
import { ImportFigures } from './import-figures.js';
import { createLogger, LOGGER } from './logger.js';
import { ManagementServer } from './management-server.js';
import { Metrics } from './metrics.js';
import { RefusalLog } from './refusal-log.js';

@Global()
@Module({
  controllers: [HealthController],
  providers: [
    ExchangeLog,
    Gauges,
    HealthService,
    ImportFigures,
    ManagementServer,
    Metrics,
    RefusalLog,
    { provide: LOGGER, useFactory: createLogger, inject: [CONFIG] },
  ],
  exports: [ExchangeLog, LOGGER],
})
export class MonitoringModule {}
