import { listQuery } from '../listing/list-query.js';
import { programList } from './program.list.js';

export class ProgramsQuery extends listQuery(programList, 'base') {}

export class ProgramsV1Query extends listQuery(programList, 'v1') {}

export class BatchQuery extends listQuery(programList, 'base', ['url']) {}

export class BatchV1Query extends listQuery(programList, 'v1', ['url']) {}
