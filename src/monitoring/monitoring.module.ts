import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { CONFIG } from '../config/config.js';
import { DatabaseModule } from '../database/database.module.js';
import { EdgeModule } from '../http/edge.module.js';
import { ResponseObserver } from '../http/response-observer.js';
import { AccessLog } from './access-log.js';
import { Gauges } from './gauges.js';
import { HealthController } from './health.controller.js';
import { HealthService } from './health.service.js';
import { ImportFigures } from './import-figures.js';
import { createLogger, LOGGER } from './logger.js';
import { ManagementServer } from './management-server.js';
import { Metrics } from './metrics.js';

/** Health, metrics and the log. */
@Module({
  imports: [ApiKeysModule, DatabaseModule, EdgeModule],
  controllers: [HealthController],
  providers: [
    Gauges,
    HealthService,
    ImportFigures,
    ManagementServer,
    Metrics,
    { provide: LOGGER, useFactory: createLogger, inject: [CONFIG] },
    { provide: ResponseObserver, useClass: AccessLog },
  ],
  exports: [LOGGER, ResponseObserver],
})
export class MonitoringModule {}
