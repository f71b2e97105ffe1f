import { Global, Module } from '@nestjs/common';
import { FastPath } from './fast-path.js';
import { PageCache } from './page-cache.js';
import { ConcurrencyLimiter } from './concurrency-limiter.js';
import { ResponseWriter } from './response-writer.js';

@Global()
@Module({
  providers: [FastPath, PageCache, ConcurrencyLimiter, ResponseWriter],
  exports: [FastPath, PageCache, ConcurrencyLimiter, ResponseWriter],
})
export class HttpModule {}
