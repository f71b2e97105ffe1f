import { Injectable } from '@nestjs/common';
import { type Changes } from '../changes/changes.js';
import { type ChangesQuery } from '../changes/changes.query.js';
import { ChangesService } from '../changes/changes.service.js';
import { hostName } from '../hosts/host-name.js';
import { type Form } from '../listing/forms.js';
import { PageRequestParser } from '../listing/page-request-parser.js';
import { type Page } from '../listing/page.js';
import { programList } from './program.list.js';
import { type BatchQuery, type ProgramsQuery } from './programs.query.js';
import { ProgramsRepository, withHosts } from './programs.repository.js';

@Injectable()
export class ProgramsService {
  constructor(
    private readonly repository: ProgramsRepository,
    private readonly requests: PageRequestParser,
    private readonly feed: ChangesService,
  ) {}

  /** The programs whose `primaryUrl` is the host of the parameter `url`; all programs without it. */
  list(query: ProgramsQuery): Promise<Page> {
    return this.find(query, query.url === undefined ? undefined : [query.url]);
  }

  /** The programs whose `primaryUrl` is the host of one of the URLs; all programs for an empty array. */
  match(query: BatchQuery, urls: readonly string[]): Promise<Page> {
    return this.find(query, urls.length === 0 ? undefined : urls);
  }

  /** @param limit the number of programs; that of a response by default. */
  changes(form: Form, query: ChangesQuery, limit?: number): Promise<Changes> {
    return this.feed.read(programList, form, query, limit);
  }

  private async find(query: BatchQuery, urls: readonly string[] | undefined): Promise<Page> {
    // A value that is no host name matches nothing.
    const hosts = urls?.map(hostName).filter((host) => host !== undefined);
    const request = await this.requests.parse(programList, query, hosts && withHosts(hosts));
    return this.repository.findPage(request);
  }
}
