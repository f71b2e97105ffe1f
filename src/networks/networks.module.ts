import { Module } from '@nestjs/common';
import { NetworksController } from './networks.controller.js';
import { NetworksRepository } from './networks.repository.js';
import { NetworksService } from './networks.service.js';

@Module({ controllers: [NetworksController], providers: [NetworksRepository, NetworksService] })
export class NetworksModule {}
