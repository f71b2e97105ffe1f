import { hostName } from '../hosts/host-name.js';
import { listService } from '../listing/list.service.js';
import { type Page } from '../listing/page.js';
import { ProgramsRepository } from './programs.repository.js';
import { type ProgramsQuery } from './programs.query.js';

export class ProgramsService extends listService(ProgramsRepository) {
  /** Programs whose `primaryUrl` is the host of `url`, or all without it. */
  find(query: ProgramsQuery): Promise<Page> {
    return query.url === undefined ? this.page(query) : this.match(query, [query.url]);
  }

  /** Programs whose `primaryUrl` is the host of one of some URLs; no URLs are no filter. */
  batch(query: ProgramsQuery, urls: readonly string[]): Promise<Page> {
    return urls.length === 0 ? this.page(query) : this.match(query, urls);
  }

  private match(query: ProgramsQuery, urls: readonly string[]): Promise<Page> {
    const hosts = new Set(urls.map(hostName).filter((host) => host !== undefined));
    return this.page(query, { column: 'primary_url', values: [...hosts].sort() });
  }
}
