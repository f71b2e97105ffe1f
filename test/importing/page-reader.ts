import { expect } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Directory } from '../program/directory.js';
import { type Reply } from '../client/http-client.js';
import { waitFor } from '../program/wait-for.js';
import { links } from '../client/walk.js';

const PAGE = 50;
const PAUSE_MS = 3;

interface Program {
  networkProgramId: string;
  name: string;
}

/**
 * A client that reads the one network and walks through its programs, over and over. All programs of a feed have the
 * feed's name, so that a page of two feeds shows.
 */
export class PageReader {
  pages = 0;
  /** Walks that saw one version from their first page to their last. */
  wholeWalks = 0;
  /** Walks that an import overtook. */
  overtakenWalks = 0;
  /** The feed that each `Directory-Version` showed. */
  readonly feeds = new Map<string, string>();
  private stopped = false;
  private readonly reading: Promise<void>;

  /** @param sizes how many programs each feed has */
  constructor(
    private readonly directory: Directory,
    private readonly sizes: ReadonlyMap<string, number>,
  ) {
    this.reading = this.read();
    // `stopAt` reports failures.
    this.reading.catch(() => {});
  }

  /** Ends once it has seen this version and the walk that it is at, and throws what it found wrong. */
  async stopAt(version: string): Promise<void> {
    await Promise.race([this.reading, waitFor(() => Promise.resolve(this.feeds.has(version)))]);
    this.stopped = true;
    await this.reading;
  }

  private async read(): Promise<void> {
    while (!this.stopped) {
      await this.readNetwork();
      await this.walk();
    }
  }

  private async readNetwork(): Promise<void> {
    const reply = await this.get('/networks');
    const [network] = reply.json as { countProgramsActive: number }[];
    const size = network!.countProgramsActive;
    const feed = [...this.sizes.keys()].find((name) => this.sizes.get(name) === size);
    expect([size, feed]).toEqual([size, expect.any(String)]);
    this.saw(reply, feed!);
  }

  private async walk(): Promise<void> {
    const versions = new Set<string>();
    const seen: string[] = [];
    let feed = '';
    for (let at: string | undefined = '/programs'; at !== undefined;) {
      const reply: Reply = await this.get(at);
      const programs = reply.json as Program[];
      const names = [...new Set(programs.map(({ name }) => name))];
      // The page may be empty, where an import has closed its programs concurrently.
      expect(names).toHaveLength(programs.length === 0 ? 0 : 1);
      feed = names[0] ?? feed;
      versions.add(programs.length === 0 ? versionOf(reply) : this.saw(reply, feed));
      seen.push(...programs.map(({ networkProgramId }) => networkProgramId));
      at = links(reply).next;
      if (at !== undefined) expect(programs).toHaveLength(PAGE);
    }
    expect(new Set(seen).size).toBe(seen.length);
    if (versions.size > 1) {
      this.overtakenWalks++;
      // Programs that are in every feed are read exactly once, despite concurrent imports.
      expect(seen.length).toBeGreaterThanOrEqual(Math.min(...this.sizes.values()));
    } else {
      this.wholeWalks++;
      expect(seen).toHaveLength(this.sizes.get(feed)!);
    }
  }

  private async get(target: string): Promise<Reply> {
    const reply = await this.directory.get(target);
    expect([target, reply.status]).toEqual([target, 200]);
    this.pages++;
    await sleep(PAUSE_MS);
    return reply;
  }

  /** Every answer of one version is of the same feed. */
  private saw(reply: Reply, feed: string): string {
    const version = versionOf(reply);
    const before = this.feeds.get(version) ?? feed;
    expect({ version, feed }).toEqual({ version, feed: before });
    this.feeds.set(version, feed);
    return version;
  }
}

const versionOf = ({ headers }: Reply): string => headers['directory-version'] as string;
