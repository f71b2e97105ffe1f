import { Module } from '@nestjs/common';
import { EdgeModule } from '../http/edge.module.js';
import { ListingModule } from '../listing/listing.module.js';
import { ProgramsController } from './programs.controller.js';
import { ProgramsRepository } from './programs.repository.js';
import { ProgramsService } from './programs.service.js';

@Module({
  imports: [EdgeModule, ListingModule],
  controllers: [ProgramsController],
  providers: [ProgramsRepository, ProgramsService],
})
export class ProgramsModule {}
