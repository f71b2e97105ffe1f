import { setTimeout as pause } from 'node:timers/promises';
import { must, type Scenario } from '../scenario.js';
import { type Instance } from '../servers/instance.js';
import { type Postgres } from '../servers/postgres.js';
import { uncachedPages } from '../traffic/sample-requests.js';
import { sendTo } from '../traffic/send.js';
import { Tally } from '../traffic/tally.js';
import { Traffic } from '../traffic/traffic.js';

const SECONDS = { full: 30, short: 5 };
/** Connections that an instance with `DATABASE_POOL=10` may have. */
const MAX_CONNECTIONS = 12;
const CAUSE = 'requires a password, and its address has none';

export const passwordMissingOnPrimary: Scenario = {
  broken: 'the address of the primary has no password',
  async run(stage) {
    await stage.fill();
    const address = await stage.primary.role('secured', `PASSWORD 'secret'`);
    await stage.primary.requirePassword('secured');
    const instance = await stage.instance({ DATABASE_URL: address });
    const most = await mostAuthenticating(stage.primary, stage.short);
    must((await instance.status('/health/ready')) === 503, 'it should not be ready');
    must(most <= MAX_CONNECTIONS, `it should not use up connections, but had ${most} at the same time`);
    mustSayOnce(instance);
    return { tally: new Tally(), notes: [`at most ${most} connections at the same time`] };
  },
};

export const passwordMissingOnReplica: Scenario = {
  broken: 'the address of a replica has no password',
  async run(stage) {
    await stage.fill();
    const address = await stage.primary.role('secured', `PASSWORD 'secret'`);
    await stage.primary.requirePassword('secured');
    const instance = await stage.instance({ DATABASE_REPLICA_URLS: address });
    await instance.untilReady();
    const send = sendTo(instance.port);
    const traffic = stage.willEnd(new Traffic(send, await uncachedPages(send, await stage.newKey()), 8, 5));
    const most = await mostAuthenticating(stage.primary, stage.short);
    const tally = await traffic.stop();
    must(tally.statuses['200'] === tally.sent, 'every request should be answered 200 by the primary');
    must(most <= MAX_CONNECTIONS, `it should not use up connections, but had ${most} at the same time`);
    mustSayOnce(instance);
    return { tally, notes: [`at most ${most} connections at the same time`] };
  },
};

/** The highest number of connections in authentication that was seen. */
async function mostAuthenticating(postgres: Postgres, short: boolean): Promise<number> {
  let most = 0;
  const end = performance.now() + SECONDS[short ? 'short' : 'full'] * 1000;
  while (performance.now() < end) {
    most = Math.max(most, postgres.authenticating);
    await pause(20);
  }
  return most;
}

function mustSayOnce({ log }: Instance): void {
  const lines = log.split('\n').filter((line) => line.includes(CAUSE));
  must(lines.length === 1, `the log should have the cause once, not ${lines.length} times`);
}
