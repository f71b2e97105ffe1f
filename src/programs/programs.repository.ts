import { Injectable } from '@nestjs/common';
import { DirectoryWatch } from '../database/directory-watch.js';
import { PageSource } from '../database/page-source.js';
import { ListRepository } from '../listing/list.repository.js';
import { programList } from './program.list.js';

@Injectable()
export class ProgramsRepository extends ListRepository {
  constructor(source: PageSource, watch: DirectoryWatch) {
    super(programList, source, watch);
  }
}
