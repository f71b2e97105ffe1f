import { Module } from '@nestjs/common';
import { DatabaseModule } from '../database/database.module.js';
import { CursorCodec } from './cursor-codec.js';
import { FilteredPages } from './filtered-pages.js';
import { ItemReader } from './item-reader.js';
import { ListTotals } from './list-totals.js';
import { OrderCache } from './order-cache.js';
import { PageIndexes } from './page-indexes.js';
import { PageReader } from './page-reader.js';
import { PageRequestParser } from './page-request-parser.js';
import { ReadAhead } from './read-ahead.js';
import { TextFolding } from './text-folding.js';
import { TextSamples } from './text-samples.js';
import { TokenSigner } from './token-signer.js';
import { UnfilteredPages } from './unfiltered-pages.js';

/** What every module with a list imports: reading its pages, and understanding what a client asks for. */
@Module({
  imports: [DatabaseModule],
  providers: [
    CursorCodec,
    FilteredPages,
    ItemReader,
    ListTotals,
    OrderCache,
    PageIndexes,
    PageReader,
    PageRequestParser,
    ReadAhead,
    TextFolding,
    TextSamples,
    TokenSigner,
    UnfilteredPages,
  ],
  exports: [CursorCodec, ItemReader, OrderCache, PageReader, PageRequestParser, ReadAhead, TokenSigner],
})
export class ListingModule {}
