import { Logger, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CONFIG, type Config } from '../config/config.js';
import { dataSourceOptions } from './data-source.js';
import { Database } from './database.js';
import { DirectoryWatch } from './directory-watch.js';
import { FailureLog } from './failure-log.js';
import { PageSource } from './page-source.js';
import { Replicas } from './replicas.js';
import { RequestPool, requestPoolConfig } from './request-pool.js';

/** Connections of TypeORM, beside those of the pool for requests: for migrations and repositories of entities. */
const TYPEORM_CONNECTIONS = 2;

/** PostgreSQL: a pool for requests, TypeORM for migrations and entities, versions, and replicas. */
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [CONFIG],
      useFactory: ({ databaseUrl }: Config) => ({
        ...dataSourceOptions({ url: databaseUrl!, pool: requestPoolConfig(TYPEORM_CONNECTIONS) }),
        autoLoadEntities: true,
        // `Database` initializes it: the application must listen, and respond with 503, before the database is reachable.
        manualInitialization: true,
      }),
    }),
  ],
  providers: [
    Database,
    DirectoryWatch,
    PageSource,
    Replicas,
    {
      provide: RequestPool,
      inject: [CONFIG],
      useFactory: ({ databaseUrl, databasePool }: Config) => {
        const failures = new FailureLog(new Logger('Database'));
        return new RequestPool(databaseUrl!, databasePool, ({ message }, open) =>
          failures.failed(
            `The database refuses more than ${open} connections (${message}); DATABASE_POOL is ${databasePool}. Requests wait for these.`,
          ),
        );
      },
    },
  ],
  exports: [Database, DirectoryWatch, PageSource, Replicas, RequestPool],
})
export class DatabaseModule {}
