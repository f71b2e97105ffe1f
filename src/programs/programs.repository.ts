import { Injectable } from '@nestjs/common';
import { PageReader } from '../listing/page-reader.js';
import { type ListFilter, type Page, type PageRequest } from '../listing/page.js';
import { programList } from './program.list.js';

@Injectable()
export class ProgramsRepository {
  constructor(private readonly pages: PageReader) {}

  findPage(request: PageRequest): Promise<Page> {
    return this.pages.read(programList, request);
  }
}

/** The filter for programs whose `primaryUrl` is one of several host names. */
export function withHosts(hosts: Iterable<string>): ListFilter {
  return { column: 'primary_url', values: [...new Set(hosts)].sort() };
}
