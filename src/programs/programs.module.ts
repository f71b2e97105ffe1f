import { Module } from '@nestjs/common';
import { ProgramsController } from './programs.controller.js';
import { ProgramsRepository } from './programs.repository.js';
import { ProgramsService } from './programs.service.js';

@Module({ controllers: [ProgramsController], providers: [ProgramsRepository, ProgramsService] })
export class ProgramsModule {}
