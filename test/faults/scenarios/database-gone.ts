import { setTimeout as pause } from 'node:timers/promises';
import { must, type Scenario } from '../scenario.js';
import { type Instance } from '../servers/instance.js';
import { type Postgres } from '../servers/postgres.js';
import { type Stage } from '../stage.js';
import { cachedPages, uncachedPages, unknownKey } from '../traffic/sample-requests.js';
import { sendTo } from '../traffic/send.js';
import { Traffic } from '../traffic/traffic.js';

const SETTLED_MS = 2_000;
const OUTAGE_MS = 4_000;

/** An outage of the database that a running instance uses. */
interface Outage {
  instance: Instance;
  begin(): void | Promise<void>;
  end(): Promise<unknown>;
}

/** A database that becomes unavailable under load, and comes back. */
function databaseGone(broken: string, prepare: (stage: Stage) => Promise<Outage>): Scenario {
  return {
    broken,
    async run(stage) {
      await stage.fill();
      const key = await stage.newKey();
      const outage = await prepare(stage);
      await outage.instance.untilReady();
      const send = sendTo(outage.instance.port);
      const requests = [...(await cachedPages(send, key)), ...(await uncachedPages(send, key)), unknownKey()];
      const traffic = stage.willEnd(new Traffic(send, requests, 8, 5));
      await pause(1000);
      const gone = performance.now();
      await outage.begin();
      await pause(OUTAGE_MS);
      const back = performance.now();
      await outage.end();
      const healed = performance.now();
      await pause(3000);
      const tally = await traffic.stop();

      const cached = tally.of('cached', gone, back);
      const unknown = tally.of('unknown key', gone + SETTLED_MS, back);
      const uncached = tally.of('uncached', gone + SETTLED_MS, back);
      must(cached.sent > 20, 'cached pages should have been requested during the outage');
      must(
        cached.sent === cached.statuses['200'],
        `cached pages should still be sent: ${JSON.stringify(cached.statuses)}`,
      );
      must(
        unknown.sent === unknown.statuses['503'],
        'an unknown key should be 503, because only the database could reject it',
      );
      must(uncached.sent === uncached.statuses['503'], 'pages that are not cached should be 503');
      const slowest = Math.round(cached.timeOf(200, 1));
      return {
        tally,
        recovery: tally.troubleAfter(healed),
        notes: [`${cached.sent} cached pages during the outage, the slowest in ${slowest} ms`],
      };
    },
  };
}

export const databaseKilled = databaseGone(
  'the database is killed under load, and started again',
  async (stage) => {
    const { primary } = stage;
    return { instance: await stage.instance(), begin: () => primary.kill(), end: () => primary.start() };
  },
);

export const databaseFrozen = databaseGone('the database hangs under load, and continues', async (stage) => {
  const { primary } = stage;
  const end = () => Promise.resolve(primary.thaw());
  return { instance: await stage.instance(), begin: () => primary.freeze(), end };
});

/** The primary is lost, and the other host of the address takes over. */
function failover(broken: string, lose: (primary: Postgres) => void | Promise<void>): Scenario {
  return databaseGone(broken, async (stage) => {
    const { primary } = stage;
    await primary.allowReplication();
    const standby = stage.willEnd(await primary.replica(stage.folder));
    await standby.start();
    const address = new URL(primary.url);
    const hosts = `${address.host},${new URL(standby.url).host}`;
    const url = `${address.href.replace(address.host, hosts)}&target_session_attrs=primary`;
    return {
      instance: await stage.instance({ DATABASE_URL: url }),
      begin: () => lose(primary),
      end: () => standby.sql('SELECT pg_promote()'),
    };
  });
}

export const failoverFromKilled = failover(
  'the primary is killed under load, and the other host of the address is promoted',
  (primary) => primary.kill(),
);

export const failoverFromFrozen = failover(
  'the primary hangs under load, and the other host of the address is promoted',
  (primary) => primary.freeze(),
);
