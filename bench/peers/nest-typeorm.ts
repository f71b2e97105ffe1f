/** What one would write with NestJS and TypeORM as their guides show it: guard, pipe, service, repository, DTO. */
import 'reflect-metadata';
import { Module, ValidationPipe } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR, NestFactory } from '@nestjs/core';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { TypeOrmModule } from '@nestjs/typeorm';
import { type NextFunction, type Request, type Response } from 'express';
import { Pool } from 'pg';
import { pino } from 'pino';
import { Network } from '../../src/networks/network.entity.js';
import { Program } from '../../src/programs/program.entity.js';
import { COMMON_FIELDS } from './answer-fields.js';
import { KnownKeys } from './known-keys.js';
import { KeyGuard } from './nest/key.guard.js';
import { ListFieldsInterceptor } from './nest/list-fields.interceptor.js';
import { ProgramsController } from './nest/programs.controller.js';
import { ProgramsService } from './nest/programs.service.js';

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 1 });
const keys = new KnownKeys();
await keys.load(pool);
await pool.end();

@Module({
  imports: [
    TypeOrmModule.forRoot({
      type: 'postgres',
      url: process.env.DATABASE_URL!,
      poolSize: Number(process.env.DATABASE_POOL),
      entities: [Program, Network],
    }),
    TypeOrmModule.forFeature([Program]),
  ],
  controllers: [ProgramsController],
  providers: [
    ProgramsService,
    { provide: KnownKeys, useValue: keys },
    { provide: APP_GUARD, useClass: KeyGuard },
    { provide: APP_INTERCEPTOR, useClass: ListFieldsInterceptor },
  ],
})
class PeerModule {}

const app = await NestFactory.create<NestExpressApplication>(PeerModule, { logger: false });
app.disable('x-powered-by');
app.disable('etag');
app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true, forbidNonWhitelisted: true }));
const log = pino();
let requests = 0;
app.use((request: Request, response: Response, next: NextFunction) => {
  const begun = performance.now();
  response.set(COMMON_FIELDS).set('x-request-id', String(++requests));
  response.on('finish', () => {
    const { method, path } = request;
    log.info({ method, path, status: response.statusCode, ms: performance.now() - begun });
  });
  next();
});
await app.listen(Number(process.env.PORT), process.env.HOST!);
