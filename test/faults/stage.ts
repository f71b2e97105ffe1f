import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDataSource } from '../../src/database/data-source.js';
import { migrate } from '../../src/database/migrate.js';
import { addManyRows } from '../database/many-rows.js';
import { addKey } from '../database/api-key-rows.js';
import { Instance } from './servers/instance.js';
import { Postgres } from './servers/postgres.js';

interface Ending {
  end(): Promise<void> | void;
}

/**
 * The environment of a scenario: a folder, a primary with rows, and everything that the scenario starts. `clear` ends all of
 * it, also after a failure.
 */
export class Stage {
  private readonly endings: Ending[] = [];
  readonly instances: Instance[] = [];

  private constructor(
    readonly folder: string,
    readonly short: boolean,
    readonly primary: Postgres,
  ) {}

  /** @param short seconds are what a full run would take minutes for. */
  static async set(short: boolean): Promise<Stage> {
    const folder = await mkdtemp(join(tmpdir(), 'directory-faults-'));
    const stage = new Stage(folder, short, await Postgres.create(folder));
    stage.endings.push(stage.primary);
    return stage;
  }

  /** Starts the primary, and gives it tables and rows. */
  async fill(): Promise<void> {
    await this.primary.start();
    const dataSource = await createDataSource({ url: this.primary.url }).initialize();
    await migrate(dataSource);
    await dataSource.destroy();
    await addManyRows({ ...this.database, sql: this.primary.sql.bind(this.primary) });
  }

  /** A key that is stored, as its holder knows it. */
  newKey(row: Parameters<typeof addKey>[1] = {}): Promise<string> {
    return addKey(this.database, row);
  }

  /** Starts an instance on the primary. */
  async instance(settings: Record<string, string> = {}): Promise<Instance> {
    const instance = await Instance.start({ DATABASE_URL: this.primary.url, ...settings });
    this.instances.push(instance);
    return this.willEnd(instance);
  }

  /** Has something ended with the stage. */
  willEnd<T extends Ending>(part: T): T {
    this.endings.push(part);
    return part;
  }

  async clear(): Promise<void> {
    for (const part of this.endings.splice(0).reverse()) {
      try {
        await part.end();
      } catch (error) {
        console.log(`  not ended: ${(error as Error).message}`);
      }
    }
    await rm(this.folder, { recursive: true, force: true });
  }

  private get database() {
    const { primary } = this;
    const { url } = primary;
    return { url, roleUrl: () => url, sql: primary.sql.bind(primary), drop: () => Promise.resolve() };
  }
}
