import { Module } from '@nestjs/common';
import { ListingModule } from '../listing/listing.module.js';
import { NetworksController } from './networks.controller.js';
import { NetworksRepository } from './networks.repository.js';
import { NetworksService } from './networks.service.js';

@Module({
  imports: [ListingModule],
  controllers: [NetworksController],
  providers: [NetworksRepository, NetworksService],
})
export class NetworksModule {}
