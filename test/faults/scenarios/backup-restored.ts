import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { codeBlocks, readPage } from '../../guides/code-blocks.js';
import { waitFor } from '../../program/wait-for.js';
import { must, type Scenario } from '../scenario.js';
import { type Stage } from '../stage.js';
import { uncachedPages } from '../traffic/sample-requests.js';
import { sendTo } from '../traffic/send.js';
import { Traffic } from '../traffic/traffic.js';

/** The commands of the sections on backup and on collations, in their order. */
const COMMANDS = codeBlocks(readPage('docs/operations.md'))
  .flatMap(({ code }) => code.split('\n'))
  .filter((line) => /^(pg_dump|pg_restore|psql|reindexdb) /.test(line));

export const backupRestored: Scenario = {
  broken: 'a backup is restored under a running instance, with the commands of docs/operations.md',
  async run(stage) {
    await stage.fill();
    const instance = await stage.instance();
    await instance.untilReady();
    const send = sendTo(instance.port);
    const key = await stage.newKey();
    const [dump, restore, ...others] = COMMANDS as [string, string, ...string[]];
    const changes = async (target: string) => {
      const { status, headers } = await send({ method: 'GET', path: target, headers: { 'x-api-key': key } });
      return { status, next: /<([^>]*)>/.exec(String(headers.link))?.[1] ?? '' };
    };
    const placeNow = async () => {
      const { status, next } = await changes('/programs-changes?since=now');
      must(status === 200, 'the place behind all changes should be given');
      return next;
    };
    const placeBefore = await placeNow();
    await shell(stage, dump);
    const requests = await uncachedPages(send, key);
    const later = await stage.newKey();
    const programs = (apiKey: string) =>
      send({ method: 'GET', path: '/programs', headers: { 'x-api-key': apiKey } });
    await waitFor(async () => (await programs(later)).status === 200);
    const before = await stage.primary.sql('SELECT * FROM programs ORDER BY id');
    await stage.primary.sql(`UPDATE programs SET name = 'Changed' WHERE primary_url = 'shop-40.example'`);

    let placeAfter = placeBefore;
    // An instance may send cached responses for a moment after a change.
    await waitFor(async () => (placeAfter = await placeNow()) !== placeBefore);
    const requirePlaces = async () => {
      await waitFor(async () => (await changes(placeAfter)).status === 410);
      must((await changes(placeBefore)).status === 200, 'places from before the backup should go on');
    };

    const traffic = stage.willEnd(new Traffic(send, requests, 4, 20));
    await shell(stage, restore);
    const restored = performance.now();
    await waitFor(async () => (await programs(later)).status === 401);
    const forgotten = performance.now() - restored;
    const tally = await traffic.stop();
    must(tally.lost === 0, 'every request should be answered, with 503 at worst');
    await requirePlaces();
    const commits = `UPDATE programs SET name = 'Another history' WHERE primary_url = 'shop-40.example'`;
    for (let commit = 0; commit < 3; commit++) await stage.primary.sql(commits);
    await requirePlaces();

    const [truncate, restoreData, ...reindex] = others as [string, string, ...string[]];
    await shell(stage, truncate);
    await shell(stage, restoreData);
    for (const command of reindex) await shell(stage, command);
    const after = await stage.primary.sql('SELECT * FROM programs ORDER BY id');
    must(JSON.stringify(after) === JSON.stringify(before), 'every program should be restored unchanged');
    await waitFor(async () => (await programs(key)).status === 200);
    await requirePlaces();
    return {
      tally,
      recovery: tally.troubleAfter(restored),
      notes: [
        `${after.length} programs restored; a key that the backup does not have was rejected after ${Math.round(forgotten)} ms`,
        'places from before the backup went on, and one from after it was answered 410, also with as many commits again',
      ],
    };
  },
};

/** Runs a command, and as the page says again after a deadlock with readers. */
async function shell({ primary, folder }: Stage, command: string): Promise<void> {
  const env = { PATH: primary.path, DATABASE_URL: primary.url };
  for (;;) {
    try {
      await promisify(execFile)('sh', ['-c', command], { cwd: folder, env });
      return;
    } catch (error) {
      if (!(error as Error).message.includes('deadlock detected')) throw error;
    }
  }
}
