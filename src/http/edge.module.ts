import { Module } from '@nestjs/common';
import { DatabaseModule } from '../database/database.module.js';
import { ListingModule } from '../listing/listing.module.js';
import { ConcurrencyLimiter } from './concurrency-limiter.js';
import { PageCache } from './page-cache.js';
import { PageLinks } from './page-links.js';
import { RequestFailureLog } from './request-failure-log.js';
import { DirectoryResponses } from './directory-responses.js';

/** What all requests share: the page cache, the concurrency limiter, and the log of failures. */
@Module({
  imports: [DatabaseModule, ListingModule],
  providers: [PageCache, PageLinks, DirectoryResponses, ConcurrencyLimiter, RequestFailureLog],
  exports: [PageCache, DirectoryResponses, ConcurrencyLimiter, RequestFailureLog],
})
export class EdgeModule {}
