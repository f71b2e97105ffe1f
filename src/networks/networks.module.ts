import { Module } from '@nestjs/common';
import { NetworksController, NetworksV1Controller } from './networks.controller.js';
import { NetworksRepository } from './networks.repository.js';
import { NetworksService } from './networks.service.js';

@Module({
  controllers: [NetworksController, NetworksV1Controller],
  providers: [NetworksRepository, NetworksService],
})
export class NetworksModule {}
