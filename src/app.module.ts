import { type DynamicModule, Module, type ModuleMetadata } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { ApiKeyGuard } from './api-keys/api-key.guard.js';
import { ApiKeysModule } from './api-keys/api-keys.module.js';
import { type Config } from './config/config.js';
import { SettingsModule } from './config/settings.module.js';
import { DocsModule } from './docs/docs.module.js';
import { FastPath } from './fast-path.js';
import { EdgeModule } from './http/edge.module.js';
import { ErrorFilter } from './http/error.filter.js';
import { JsonBodyInterceptor } from './http/json-body.interceptor.js';
import { OriginGuard } from './http/origin.guard.js';
import { ResponseWriter } from './http/response-writer.js';
import { StrictValidationPipe } from './http/validation.pipe.js';
import { VersioningInterceptor } from './http/versioning.interceptor.js';
import { MatchingModule } from './matching/matching.module.js';
import { McpModule } from './mcp/mcp.module.js';
import { MonitoringModule } from './monitoring/monitoring.module.js';
import { NetworksModule } from './networks/networks.module.js';
import { ProgramsModule } from './programs/programs.module.js';

/** The modules of the application, and the guard, interceptors, pipe and filter of every request in their order. */
@Module({})
export class AppModule {
  /** @param modules further modules, whose controllers are served like those of the program. */
  static with(config: Config, modules: NonNullable<ModuleMetadata['imports']> = []): DynamicModule {
    return {
      module: AppModule,
      imports: [
        SettingsModule.forRoot(config),
        MonitoringModule,
        EdgeModule,
        ApiKeysModule,
        NetworksModule,
        ProgramsModule,
        MatchingModule,
        McpModule.with(config),
        DocsModule.with(config),
        ...modules,
      ],
      providers: [
        FastPath,
        { provide: APP_GUARD, useClass: OriginGuard },
        { provide: APP_GUARD, useClass: ApiKeyGuard },
        { provide: APP_INTERCEPTOR, useClass: JsonBodyInterceptor },
        { provide: APP_INTERCEPTOR, useClass: VersioningInterceptor },
        { provide: APP_PIPE, useClass: StrictValidationPipe },
        { provide: APP_FILTER, useClass: ErrorFilter },
        ResponseWriter,
      ],
    };
  }
}
