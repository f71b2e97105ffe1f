import { Module } from '@nestjs/common';
import { DatabaseModule } from '../database/database.module.js';
import { ListingModule } from '../listing/listing.module.js';
import { ConcurrencyLimiter } from './concurrency-limiter.js';
import { PageCache } from './page-cache.js';
import { PageLinks } from './page-links.js';
import { PageResponses } from './page-responses.js';

/** What all requests share: the cached pages, and the limit of concurrent requests. */
@Module({
  imports: [DatabaseModule, ListingModule],
  providers: [PageCache, PageLinks, PageResponses, ConcurrencyLimiter],
  exports: [PageCache, PageResponses, ConcurrencyLimiter],
})
export class EdgeModule {}
