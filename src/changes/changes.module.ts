import { Module } from '@nestjs/common';
import { DatabaseModule } from '../database/database.module.js';
import { ListingModule } from '../listing/listing.module.js';
import { ChangesReader } from './changes-reader.js';
import { ChangesService } from './changes.service.js';
import { PlaceCodec } from './place-codec.js';

/** What every module with the changes of a list imports. */
@Module({
  imports: [DatabaseModule, ListingModule],
  providers: [ChangesReader, ChangesService, PlaceCodec],
  exports: [ChangesService],
})
export class ChangesModule {}
