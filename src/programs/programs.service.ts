import { Injectable } from '@nestjs/common';
import { hostName } from '../hosts/host-name.js';
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
  ) {}

  /** The programs whose `primaryUrl` is the host of the parameter `url`; all programs without it. */
  list(query: ProgramsQuery): Promise<Page> {
    return this.find(query, query.url === undefined ? undefined : [query.url]);
  }

  /** The programs whose `primaryUrl` is the host of one of the URLs; all programs for an empty array. */
  match(query: BatchQuery, urls: readonly string[]): Promise<Page> {
    return this.find(query, urls.length === 0 ? undefined : urls);
  }

  private async find(query: BatchQuery, urls: readonly string[] | undefined): Promise<Page> {
    // A value that is no host name matches nothing.
    const hosts = urls?.map(hostName).filter((host) => host !== undefined);
    const request = await this.requests.parse(programList, query, hosts && withHosts(hosts));
    return this.repository.findPage(request);
  }
}
