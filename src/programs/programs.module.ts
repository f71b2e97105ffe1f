import { Module } from '@nestjs/common';
import { ProgramsController, ProgramsV1Controller } from './programs.controller.js';
import { ProgramsRepository } from './programs.repository.js';
import { ProgramsService } from './programs.service.js';

@Module({
  controllers: [ProgramsController, ProgramsV1Controller],
  providers: [ProgramsRepository, ProgramsService],
})
export class ProgramsModule {}
