import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { CONFIG, type Config } from '../config/config.js';
import { dataSourceOptions } from './data-source.js';
import { Database } from './database.js';
import { DirectoryWatch } from './directory-watch.js';
import { PageSource } from './page-source.js';
import { Replicas } from './replicas.js';
import { requestPool } from './connection-options.js';

@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [CONFIG],
      useFactory: ({ databaseUrl, databasePool }: Config) => ({
        ...dataSourceOptions({ url: databaseUrl!, pool: requestPool(databasePool) }),
        // `Database` connects: the application must listen, and answer 503, before its database is there.
        manualInitialization: true,
      }),
      dataSourceFactory: (options) => Promise.resolve(new DataSource(options!)),
    }),
  ],
  providers: [Database, DirectoryWatch, PageSource, Replicas],
  exports: [Database, DirectoryWatch, PageSource, Replicas],
})
export class DatabaseModule {}
