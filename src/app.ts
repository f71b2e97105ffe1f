import { type ModuleMetadata, VersioningType } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { type Logger } from 'pino';
import { AppModule } from './app.module.js';
import { type Config } from './config/config.js';
import { ApiDocument } from './docs/api-document.js';
import { DirectoryAdapter } from './http/directory.adapter.js';
import { FastPath } from './fast-path.js';
import { ResponseObserver } from './http/response-observer.js';
import { ResponseWriter } from './http/response-writer.js';
import { LOGGER, NestLogger } from './monitoring/logger.js';

/** Options of an application. */
export interface AppOptions {
  /** Modules in addition to the program's own. */
  modules?: ModuleMetadata['imports'];
}

/** Builds the application, ready to listen: the one way for production, tests, bench and the OpenAPI document. */
export async function createApp(
  config: Config,
  { modules = [] }: AppOptions = {},
): Promise<NestExpressApplication> {
  const adapter = new DirectoryAdapter(config);
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(config, modules), adapter, {
    bodyParser: false,
    bufferLogs: true,
    abortOnError: false,
  });
  app.useLogger(new NestLogger(app.get<Logger>(LOGGER)));
  app.enableVersioning({ type: VersioningType.URI, prefix: 'api/v' });
  await app.init();
  if (config.docs) app.get(ApiDocument).describe(app);
  const fastPath = app.get(FastPath);
  adapter.connect({
    listener: (express) => fastPath.listener(express),
    writer: app.get(ResponseWriter),
    observer: app.get(ResponseObserver),
  });
  return app;
}
