import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { RandomWriter } from '../../changes/random-writers.js';
import { Random } from '../../changes/random.js';
import { must, type Scenario } from '../scenario.js';
import { type Instance } from '../servers/instance.js';
import { ServerProcess } from '../servers/server-process.js';
import { type Stage } from '../stage.js';
import { KeptCopy } from '../traffic/kept-copy.js';

const COMMAND = fileURLToPath(new URL('../../../dist/cli/directory.js', import.meta.url));
const COPIES = 3;
const SEED = 7;

/** Writers that change the directory at random while copies of it are kept. */
class Writing {
  private stopped = false;
  private readonly running: Promise<void>[] = [];

  async start(url: string): Promise<void> {
    for (let number = 1; number <= 3; number++) {
      const writer = await RandomWriter.connect(url, new Random(SEED + number));
      const running = this.write(writer);
      // `end` reports it.
      running.catch(() => undefined);
      this.running.push(running);
    }
  }

  async end(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.running);
  }

  private async write(writer: RandomWriter): Promise<void> {
    while (!this.stopped) {
      await writer.step();
      await pause(5);
    }
    await writer.finish();
    await writer.close();
  }
}

/** An instance whose changes are followed, and what happens meanwhile. */
interface Trouble {
  instance: Instance;
  /** @returns what was done. */
  happen: () => Promise<string>;
}

/** Several copies of a directory, kept while something breaks. */
function copiesKept(broken: string, prepare: (stage: Stage) => Promise<Trouble>): Scenario {
  return {
    broken,
    async run(stage) {
      await stage.fill();
      const { instance, happen } = await prepare(stage);
      await instance.untilReady();
      const key = await stage.newKey();
      const writing = stage.willEnd(new Writing());
      await writing.start(stage.primary.url);
      const copies = Array.from({ length: COPIES }, () => stage.willEnd(new KeptCopy(instance, key)));
      const done = await happen().finally(() => writing.end());
      for (const copy of copies) await copy.stop();
      const [{ tally, syncs }] = copies as [KeptCopy];
      must(syncs > 10, 'the copies should have been synced many times');
      return { tally, notes: [`${done}; ${COPIES} copies equal the list`] };
    },
  };
}

export const serverKilledWhileFollowed = copiesKept(
  'the server is killed again and again while clients follow changes',
  async (stage) => {
    const instance = await stage.instance();
    const happen = async () => {
      const times = stage.short ? 4 : 20;
      for (let time = 0; time < times; time++) {
        await pause(500);
        await instance.end();
        await instance.startAgain();
      }
      return `killed ${times} times`;
    };
    return { instance, happen };
  },
);

export const importKilledWhileFollowed = copiesKept(
  'imports are killed at random moments while clients follow changes',
  async (stage) => {
    await stage.primary.sql(`INSERT INTO networks (name, url) VALUES ('Imported', 'imported.example')`);
    const happen = async () => {
      const random = new Random(SEED);
      const times = stage.short ? 6 : 30;
      let killed = 0;
      for (let time = 1; time <= times; time++) {
        // The last one may end.
        const after = time < times ? 300 + random.upTo(1500) : undefined;
        if ((await importPrograms(stage, random, after)) === null) killed++;
      }
      must(killed > 0, 'an import should have been killed');
      return `${killed} of ${times} imports killed`;
    };
    return { instance: await stage.instance(), happen };
  },
);

export const replicaBehindWhileFollowed = copiesKept(
  'the replica falls behind again and again while clients follow changes',
  async (stage) => {
    await stage.primary.allowReplication();
    const replica = stage.willEnd(await stage.primary.replica(stage.folder));
    await replica.start();
    const instance = await stage.instance({ DATABASE_REPLICA_URLS: replica.url });
    const happen = async () => {
      const times = stage.short ? 4 : 20;
      for (let time = 0; time < times; time++) {
        await replica.sql('SELECT pg_wal_replay_pause()');
        await pause(700);
        await replica.sql('SELECT pg_wal_replay_resume()');
        await pause(700);
      }
      const [row] = await replica.sql<{ reads: number }>(
        `SELECT (idx_scan + seq_scan)::integer AS reads FROM pg_stat_user_tables WHERE relname = 'programs'`,
      );
      must(row!.reads > 0, 'changes should have been read from the replica');
      return `paused ${times} times, ${row!.reads} reads`;
    };
    return { instance, happen };
  },
);

/**
 * Imports a feed of which parts are new, changed and missing.
 * @param killAfter milliseconds
 * @returns the exit code, null for one that was killed.
 */
async function importPrograms(stage: Stage, random: Random, killAfter?: number): Promise<number | null> {
  const file = join(stage.folder, 'programs.csv');
  await writeFile(file, programs(random, 20_000));
  const command = [COMMAND, 'import', 'programs', file, '--network', 'Imported', '--max-closed', '100%'];
  const env = { PATH: process.env.PATH, DATABASE_URL: stage.primary.url };
  const child = stage.willEnd(new ServerProcess([process.execPath, ...command], env));
  const timer = killAfter && setTimeout(() => child.signal('SIGKILL'), killAfter);
  const code = await child.exited;
  clearTimeout(timer);
  must(code === null || code === 0, `an import ended with ${code}: ${child.output}`);
  return code;
}

/** A canonical file in which some rows are new, some changed, and some missing. */
function programs(random: Random, count: number): string {
  const lines = ['networkProgramId,name,primaryUrl'];
  for (let number = 1; number <= count; number++)
    if (random.upTo(10) > 1) lines.push(`N${number},Name ${random.upTo(3)},shop-${number}.example`);
  return `${lines.join('\n')}\n`;
}
