import { type Program } from '../../../src/programs/program.entity.js';

export class ProgramDto {
  id!: number;
  name!: string;
  createdAt!: Date;
  updatedAt!: Date;
  networkId!: number;
  networkProgramId!: string;
  dateStarted!: string | null;
  dateClosed!: string | null;
  primaryUrl!: string;
  registerUrl!: string | null;
  status!: boolean;
  countries!: string[];

  static from(program: Program): ProgramDto {
    return Object.assign(new ProgramDto(), {
      id: program.id,
      name: program.name,
      createdAt: program.createdAt,
      updatedAt: program.updatedAt,
      networkId: program.networkId,
      networkProgramId: program.networkProgramId,
      dateStarted: program.dateStarted,
      dateClosed: program.dateClosed,
      primaryUrl: program.primaryUrl,
      registerUrl: program.registerUrl,
      status: program.status,
      countries: program.countries,
    });
  }
}
