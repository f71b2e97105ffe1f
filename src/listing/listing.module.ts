import { Module } from '@nestjs/common';
import { DatabaseModule } from '../database/database.module.js';
import { CursorCodec } from './cursor-codec.js';
import { PageIndexes } from './page-indexes.js';
import { PageReader } from './page-reader.js';
import { PageRequestParser } from './page-request-parser.js';
import { TokenSigner } from './token-signer.js';

/** What every module with a list imports: reading its pages, and understanding what a client asks for. */
@Module({
  imports: [DatabaseModule],
  providers: [CursorCodec, PageIndexes, PageReader, PageRequestParser, TokenSigner],
  exports: [CursorCodec, PageIndexes, PageReader, PageRequestParser, TokenSigner],
})
export class ListingModule {}
