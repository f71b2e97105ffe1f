import { Module } from '@nestjs/common';
import { DatabaseModule } from '../database/database.module.js';
import { CursorCodec } from './cursor-codec.js';
import { PageIndexes } from './page-indexes.js';
import { PageReader } from './page-reader.js';
import { PageRequestParser } from './page-request-parser.js';

/** What every module with a list imports: reading its pages, and understanding what a client asks for. */
@Module({
  imports: [DatabaseModule],
  providers: [CursorCodec, PageIndexes, PageReader, PageRequestParser],
  exports: [CursorCodec, PageIndexes, PageReader, PageRequestParser],
})
export class ListingModule {}
