import { type DynamicModule, Global, Module } from '@nestjs/common';
import { CONFIG, type Config } from './config.js';

/** Provides the settings, read once at start, to every module: the only global module. */
@Global()
@Module({})
export class SettingsModule {
  static forRoot(config: Config): DynamicModule {
    return { module: SettingsModule, providers: [{ provide: CONFIG, useValue: config }], exports: [CONFIG] };
  }
}
