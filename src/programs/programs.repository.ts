import { listRepository } from '../listing/list.repository.js';
import { programList } from './program.list.js';

export class ProgramsRepository extends listRepository(programList) {}
