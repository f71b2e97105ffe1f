import { Global, Module } from '@nestjs/common';
import { FrontDoor } from './front-door.js';
import { PageCache } from './page-cache.js';
import { Places } from './places.js';
import { Sender } from './sender.js';

@Global()
@Module({
  providers: [FrontDoor, PageCache, Places, Sender],
  exports: [FrontDoor, PageCache, Places, Sender],
})
export class HttpModule {}
