import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { DirectoryWatch } from '../database/directory-watch.js';
import { ListRepository } from '../listing/list.repository.js';
import { programList } from './program.list.js';

@Injectable()
export class ProgramsRepository extends ListRepository {
  constructor(database: Database, watch: DirectoryWatch) {
    super(programList, database, watch);
  }
}
