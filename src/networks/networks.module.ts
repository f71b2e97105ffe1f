import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ChangesModule } from '../changes/changes.module.js';
import { ListingModule } from '../listing/listing.module.js';
import { Network } from './network.entity.js';
import { NetworksController } from './networks.controller.js';
import { NetworksRepository } from './networks.repository.js';
import { NetworksService } from './networks.service.js';

@Module({
  imports: [ChangesModule, ListingModule, TypeOrmModule.forFeature([Network])],
  controllers: [NetworksController],
  providers: [NetworksRepository, NetworksService],
  exports: [NetworksService],
})
export class NetworksModule {}
