import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { GoneException } from '@nestjs/common';
import { ChangesService } from '../../src/changes/changes.service.js';
import { DirectoryWatch } from '../../src/database/directory-watch.js';
import { type Form } from '../../src/listing/forms.js';
import { type List } from '../../src/listing/list.js';
import { changedNetworkList } from '../../src/networks/network.list.js';
import { programList } from '../../src/programs/program.list.js';
import { follow } from '../client/walk.js';
import { addNetwork } from '../database/rows.js';
import { type Directory, openDirectory } from '../program/directory.js';
import { waitFor } from '../program/wait-for.js';
import { RandomWriter } from './random-writers.js';
import { Random } from './random.js';

/** More by hand: `ROUNDS=1000 SEED=7 npm test -- test/changes/model`. */
const ROUNDS = Number(process.env.ROUNDS ?? 25);
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const STEPS = 12;

let directory: Directory;
beforeAll(async () => {
  directory = await openDirectory();
  for (let number = 0; number < 4; number++) await addNetwork(directory.database);
});
afterAll(() => directory.close());

type Item = Record<string, unknown> & { id: number };

/** A client that keeps a copy in small pages, and loses responses. */
class RandomClient {
  private items = new Map<number, Item>();
  private cursor: string | undefined;
  version = 0;
  private limit = 3;
  /** How often everything was read again, after TRUNCATE. */
  startedOver = 0;

  constructor(
    readonly path: string,
    private readonly list: List,
    private readonly flag: string,
    private readonly form: Form,
    private readonly random: Random,
  ) {}

  /** @returns whether there was nothing more. */
  async step(): Promise<boolean> {
    const changes = await this.read();
    if (changes === undefined) return false;
    // A response that is lost is asked for again.
    if (this.random.upTo(6) === 1) return false;
    const items = JSON.parse(changes.toJson(this.form)) as Item[];
    for (const item of items)
      if (item[this.flag] === false) this.items.delete(item.id);
      else this.items.set(item.id, item);
    this.cursor = changes.nextCursor;
    // As in the response: what was read ahead may be of an earlier version, at which the list was the same.
    this.version = directory.app.get(DirectoryWatch).versionFor(changes.sources, changes.directory);
    return items.length === 0;
  }

  async readToEnd(): Promise<void> {
    for (let steps = 0; !(await this.step());) if (++steps > 2000) throw new Error('no end');
  }

  /** The objects by id, as the list shows them. */
  get shown(): Item[] {
    const items = [...this.items.values()].sort((one, other) => one.id - other.id);
    return items.map((item) => {
      const shown = { ...item };
      delete shown.live;
      return shown;
    });
  }

  private async read() {
    const query = this.cursor === undefined ? {} : { cursor: this.cursor };
    try {
      const service = directory.app.get(ChangesService);
      // Mostly the same number of objects, so that what was read ahead is used.
      if (this.random.upTo(4) === 1) this.limit = this.random.upTo(8);
      return await service.read(this.list, this.form, query, this.limit);
    } catch (error) {
      if (!(error instanceof GoneException)) throw error;
      this.startedOver++;
      this.items = new Map();
      this.cursor = undefined;
      return undefined;
    }
  }
}

async function expectEqual(client: RandomClient, seed: number): Promise<void> {
  await waitFor(async () => {
    const pages = await follow((target) => directory.get(target), client.path, 'next');
    const versions = new Set(pages.map(({ headers }) => Number(headers['directory-version'])));
    // The client may have read before a commit of which the server had not heard yet. Its changes may be several pages.
    if (Math.min(...versions) > client.version) await client.readToEnd();
    if (versions.size !== 1 || !versions.has(client.version)) return false;
    const listed = pages.flatMap(({ json }) => json as Item[]);
    expect({ seed, version: client.version, items: client.shown }).toEqual({
      seed,
      version: client.version,
      items: listed,
    });
    return true;
  }, 2000);
}

test(
  `copies equal the lists whatever writes, in ${ROUNDS} rounds from seed ${SEED}`,
  async () => {
    const random = new Random(SEED);
    const writers = await Promise.all(
      [1, 2, 3].map((number) => RandomWriter.connect(directory.database.url, new Random(SEED + number))),
    );
    const clients = [
      new RandomClient('/programs', programList, 'status', 'base', random),
      new RandomClient('/api/v1/programs', programList, 'status', 'v1', random),
      new RandomClient('/networks', changedNetworkList, 'live', 'base', random),
      new RandomClient('/api/v1/networks', changedNetworkList, 'live', 'v1', random),
    ];
    let compared = 0;
    for (let round = 1; round <= ROUNDS; round++) {
      for (let step = 0; step < STEPS; step++) {
        const writing = random.choice(writers).step();
        if (random.upTo(2) === 1) await random.choice(clients).step();
        await writing;
      }
      // Most rounds leave transactions open across the comparison.
      if (random.upTo(3) === 1) await Promise.all(writers.map((writer) => writer.finish()));
      if (round % 12 === 0) await truncate(writers, random.choice(['programs', 'networks']));
      const client = random.choice(clients);
      await client.readToEnd();
      await expectEqual(client, SEED);
      compared++;
    }
    expect(compared).toBe(ROUNDS);
    expect(clients.some(({ startedOver }) => startedOver > 0)).toBe(true);
    await Promise.all(writers.map((writer) => writer.finish().then(() => writer.close())));
  },
  60_000 + 2_000 * ROUNDS,
);

/** It waits for every transaction that has touched the table, so these end first. */
async function truncate(writers: RandomWriter[], table: string): Promise<void> {
  for (const writer of writers) await writer.finish();
  await directory.sql(`TRUNCATE ${table} CASCADE`);
  if (table === 'networks') for (let number = 0; number < 4; number++) await addNetwork(directory.database);
}
