import { Global, Module } from '@nestjs/common';
import { ListingModule } from '../listing/listing.module.js';
import { FastPath } from './fast-path.js';
import { PageCache } from './page-cache.js';
import { ConcurrencyLimiter } from './concurrency-limiter.js';
import { PageLinks } from './page-links.js';
import { PageResponses } from './page-responses.js';
import { ResponseWriter } from './response-writer.js';

@Global()
@Module({
  imports: [ListingModule],
  providers: [FastPath, PageCache, PageLinks, PageResponses, ConcurrencyLimiter, ResponseWriter],
  exports: [FastPath, PageCache, PageResponses, ConcurrencyLimiter, ResponseWriter],
})
export class HttpModule {}
