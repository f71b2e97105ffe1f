import { Global, Module } from '@nestjs/common';
import { FrontDoor } from './front-door.js';
import { PageCache } from './page-cache.js';
import { Sender } from './sender.js';

@Global()
@Module({
  providers: [FrontDoor, PageCache, Sender],
  exports: [FrontDoor, PageCache, Sender],
})
export class HttpModule {}
