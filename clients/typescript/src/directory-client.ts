import type { ClientOptions } from './client-options.js';
import { Connection } from './connection.js';
import { DirectoryError } from './directory-error.js';
import { toQuery } from './links.js';
import { pages } from './pages.js';
import { sync, type SyncResult } from './sync.js';
import type { ListedNetworks, ListedPrograms, MatchOptions, Network, Program, UrlMatch } from './types.js';

const API = '/api/v1';
/** How many URLs the directory takes in one request. */
const MAX_URLS = 100;

/** Reads a directory. Every method rejects with a `DirectoryError`, or with the reason of the signal. */
export class DirectoryClient {
  readonly #connection: Connection;

  /** @throws TypeError for an invalid option. */
  constructor(options: ClientOptions) {
    this.#connection = new Connection(options);
  }

  /** Every active program that matches, each once, whatever changes in the directory while they are read. */
  programs(filters: ListedPrograms = {}): AsyncGenerator<Program, void, void> {
    return this.#list<Program>('/programs', filters);
  }

  /** Every live network that matches. */
  networks(filters: ListedNetworks = {}): AsyncGenerator<Network, void, void> {
    return this.#list<Network>('/networks', filters);
  }

  /** A program, also a closed one; undefined where there is none with this id. */
  program(id: number): Promise<Program | undefined> {
    return this.#object<Program>('/programs', id);
  }

  /** A network, also one that is not live; undefined where there is none with this id. */
  network(id: number): Promise<Network | undefined> {
    return this.#object<Network>('/networks', id);
  }

  /** Which programs match which of any number of URLs: one result for each, in their order. */
  async match(urls: readonly string[], options: MatchOptions = {}): Promise<UrlMatch[]> {
    const matches: UrlMatch[] = [];
    for (let at = 0; at < urls.length; at += MAX_URLS) {
      const some = urls.slice(at, at + MAX_URLS);
      const { body } = await this.#connection.request(`${API}/programs-match`, { ...options, urls: some });
      if (!Array.isArray(body) || body.length !== some.length)
        throw new DirectoryError(`The response to ${some.length} URLs has not as many results`);
      matches.push(...(body as UrlMatch[]));
    }
    return matches;
  }

  /**
   * The programs that changed, page by page, the last one empty. A program with `status` false is closed or deleted.
   * @param from the `place` of an earlier page; without it, every active program comes first.
   */
  async *programChanges(from?: string): AsyncGenerator<{ programs: Program[]; place: string }, void, void> {
    const path = `${API}/programs-changes`;
    const query = from === undefined ? '' : toQuery({ cursor: from });
    for await (const { items: programs, next } of pages<Program>(this.#connection, path, query)) {
      const place = new URLSearchParams(next).get('cursor');
      if (place === null) throw new DirectoryError(`The response to ${path} does not say where to go on`);
      yield { programs, place };
      if (programs.length === 0) return;
    }
  }

  /**
   * Brings a map of programs by id to the state of the directory. After an error the map is on the way there: repeat
   * the call with the same place.
   * @param from the `place` of the last sync of this map; without it, everything is read.
   */
  sync(map: Map<number, Program>, from?: string): Promise<SyncResult> {
    return sync(map, (place) => this.programChanges(place), from);
  }

  async *#list<Item>(path: string, filters: object): AsyncGenerator<Item, void, void> {
    const { signal } = this.#connection;
    for await (const { items } of pages<Item>(this.#connection, API + path, toQuery(filters))) {
      for (const item of items) {
        yield item;
        signal?.throwIfAborted();
      }
    }
  }

  async #object<Item>(path: string, id: number): Promise<Item | undefined> {
    try {
      return (await this.#connection.request(`${API}${path}/${encodeURIComponent(id)}`)).body as Item;
    } catch (error) {
      // Not the 404 of another server.
      if (error instanceof DirectoryError && error.status === 404 && error.message === 'Not found')
        return undefined;
      throw error;
    }
  }
}
