import { setTimeout as pause } from 'node:timers/promises';
import { waitFor } from '../../program/wait-for.js';
import { must, type Scenario } from '../scenario.js';
import { type Instance } from '../servers/instance.js';
import { type Postgres } from '../servers/postgres.js';
import { type Stage } from '../stage.js';
import { Commits } from '../traffic/commits.js';
import { uncachedPages } from '../traffic/sample-requests.js';
import { sendTo } from '../traffic/send.js';
import { Traffic } from '../traffic/traffic.js';

const UP = 'directory_replica_up{';
const BEHIND = 'directory_replica_behind{';

async function withReplica(stage: Stage): Promise<{ replica: Postgres; instance: Instance }> {
  await stage.fill();
  await stage.primary.allowReplication();
  const replica = stage.willEnd(await stage.primary.replica(stage.folder));
  await replica.start();
  const instance = await stage.instance({ DATABASE_REPLICA_URLS: replica.url });
  await instance.untilReady();
  await waitFor(async () => (await instance.metric(UP)) === 1);
  return { replica, instance };
}

/** The number of sessions whose last statement read programs. PostgreSQL's counts of scans are up to a second late. */
async function readers(postgres: Postgres): Promise<number> {
  const [row] = await postgres.sql<{ readers: number }>(
    `SELECT count(*)::integer AS readers FROM pg_stat_activity
      WHERE query LIKE '%FROM programs%' AND pid <> pg_backend_pid()`,
  );
  return row!.readers;
}

export const replicaKilled: Scenario = {
  broken: 'the replica is killed under load, and started again',
  async run(stage) {
    const { replica, instance } = await withReplica(stage);
    const send = sendTo(instance.port);
    const requests = await uncachedPages(send, await stage.newKey());
    const traffic = stage.willEnd(new Traffic(send, requests, 8, 5));
    await pause(1500);
    must((await readers(replica)) > 0, 'pages should be read from the replica');
    await replica.kill();
    await waitFor(async () => (await instance.metric(UP)) === 0);
    await pause(1500);
    await replica.start();
    const healed = performance.now();
    await waitFor(async () => (await instance.metric(UP)) === 1, 5_000);
    await waitFor(async () => (await readers(replica)) > 0, 5_000);
    const back = performance.now() - healed;
    const tally = await traffic.stop();
    must(tally.statuses['200'] === tally.sent, 'every request should be answered 200');
    return { tally, recovery: back, notes: [`used again ${Math.round(back)} ms after its return`] };
  },
};

export const replicaBehind: Scenario = {
  broken: 'the replica falls behind while changes commit, and catches up',
  async run(stage) {
    const { replica, instance } = await withReplica(stage);
    const commits = stage.willEnd(new Commits(stage.primary));
    const traffic = stage.willEnd(
      new Traffic(sendTo(instance.port), [commits.request(await stage.newKey())], 8, 2),
    );
    await pause(1000);
    await replica.sql('SELECT pg_wal_replay_pause()');
    await waitFor(async () => ((await instance.metric(BEHIND)) ?? 0) > 20);
    await replica.sql('SELECT pg_wal_replay_resume()');
    const healed = performance.now();
    await waitFor(async () => ((await instance.metric(BEHIND)) ?? 99) < 10);
    const back = performance.now() - healed;
    const tally = await traffic.stop();
    await commits.end();
    must(tally.statuses['200'] === tally.sent, 'every request should be answered 200');
    return { tally, recovery: back, notes: [`${commits.count} commits, each seen within a second`] };
  },
};

export const primaryKilled: Scenario = {
  broken: 'the primary is killed under load while the replica continues',
  async run(stage) {
    const { instance } = await withReplica(stage);
    const send = sendTo(instance.port);
    const requests = await uncachedPages(send, await stage.newKey());
    const traffic = stage.willEnd(new Traffic(send, requests, 8, 5));
    await pause(1000);
    await stage.primary.kill();
    const gone = performance.now();
    await pause(3000);
    const back = performance.now();
    await stage.primary.start();
    const healed = performance.now();
    await pause(1000);
    const tally = await traffic.stop();
    const duringOutage = tally.of('uncached', gone, back);
    must(
      duringOutage.statuses['200'] === duringOutage.sent,
      `pages should still be sent: ${JSON.stringify(duringOutage.statuses)}`,
    );
    return {
      tally,
      recovery: tally.troubleAfter(healed),
      notes: [`${duringOutage.sent} pages read from the replica during the outage`],
    };
  },
};
