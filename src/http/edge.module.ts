import { Module } from '@nestjs/common';
import { DatabaseModule } from '../database/database.module.js';
import { ListingModule } from '../listing/listing.module.js';
import { ConcurrencyLimiter } from './concurrency-limiter.js';
import { PageCache } from './page-cache.js';
import { PageLinks } from './page-links.js';
import { DirectoryResponses } from './directory-responses.js';

/** The page cache and the concurrency limiter, which all requests share. */
@Module({
  imports: [DatabaseModule, ListingModule],
  providers: [PageCache, PageLinks, DirectoryResponses, ConcurrencyLimiter],
  exports: [PageCache, DirectoryResponses, ConcurrencyLimiter],
})
export class EdgeModule {}
