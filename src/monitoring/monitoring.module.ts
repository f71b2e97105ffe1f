import { Global, Module } from '@nestjs/common';
import { CONFIG } from '../config/config.js';
import { AccessLog } from './access-log.js';
import { Gauges } from './gauges.js';
import { HealthController } from './health.controller.js';
import { HealthService } from './health.service.js';
import { ImportFigures } from './import-figures.js';
import { createLogger, LOGGER } from './logger.js';
import { ManagementServer } from './management-server.js';
import { Metrics } from './metrics.js';
import { RejectedRequestLog } from './rejected-request-log.js';

@Global()
@Module({
  controllers: [HealthController],
  providers: [
    AccessLog,
    Gauges,
    HealthService,
    ImportFigures,
    ManagementServer,
    Metrics,
    RejectedRequestLog,
    { provide: LOGGER, useFactory: createLogger, inject: [CONFIG] },
  ],
  exports: [AccessLog, LOGGER],
})
export class MonitoringModule {}
