import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ChangesModule } from '../changes/changes.module.js';
import { ListingModule } from '../listing/listing.module.js';
import { ProgramDomain } from './program-domain.entity.js';
import { Program } from './program.entity.js';
import { ProgramsController } from './programs.controller.js';
import { ProgramsRepository } from './programs.repository.js';
import { ProgramsService } from './programs.service.js';

@Module({
  imports: [ChangesModule, ListingModule, TypeOrmModule.forFeature([Program, ProgramDomain])],
  controllers: [ProgramsController],
  providers: [ProgramsRepository, ProgramsService],
  exports: [ProgramsService],
})
export class ProgramsModule {}
