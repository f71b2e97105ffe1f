import { setTimeout as pause } from 'node:timers/promises';
import { must, type Scenario } from '../scenario.js';
import { isSupported, PgBouncer } from '../../poolers/pgbouncer.js';
import { type Stage } from '../stage.js';
import { Commits } from '../traffic/commits.js';
import { sendTo } from '../traffic/send.js';
import { Tally } from '../traffic/tally.js';
import { Traffic } from '../traffic/traffic.js';

const SECONDS = { full: 30, short: 5 };
const POOL = 3;
/** The documented settings; in session mode, the instance may have three connections beside its pool. */
const SETTINGS = {
  default_pool_size: POOL + 3,
  ignore_startup_parameters: 'extra_float_digits, statement_timeout, client_min_messages',
};

/** A supported PgBouncer must work; an older one must be refused, and never lead to a wrong response. */
function behindPgBouncer(mode: 'session' | 'transaction'): Scenario {
  return {
    broken: `an instance is behind PgBouncer in ${mode} mode`,
    async run(stage) {
      await stage.fill();
      await stage.primary.sql(`ALTER ROLE directory SET timezone = 'Europe/Berlin'`);
      return isSupported() ? serve(stage, mode) : beRefused(stage, mode);
    },
  };
}

async function serve(stage: Stage, mode: 'session' | 'transaction') {
  const pooler = stage.willEnd(
    await PgBouncer.start(stage.primary.url, { ...SETTINGS, pool_mode: mode, max_prepared_statements: 100 }),
  );
  const instance = await stage.instance({ DATABASE_URL: pooler.url, DATABASE_POOL: String(POOL) });
  await instance.untilReady();
  const commits = stage.willEnd(new Commits(stage.primary));
  const traffic = stage.willEnd(
    new Traffic(sendTo(instance.port), [commits.request(await stage.newKey())], 8, 2),
  );
  await pause(SECONDS[stage.short ? 'short' : 'full'] * 1000);
  const tally = await traffic.stop();
  await commits.end();
  must(tally.statuses['200'] === tally.sent, 'every request should be answered 200');
  return { tally, notes: [`${commits.count} commits, each seen within a second`] };
}

async function beRefused(stage: Stage, mode: 'session' | 'transaction') {
  // Dropping `options` too is what operators try first, and would lead to times in the zone of the role.
  const ignored = `${SETTINGS.ignore_startup_parameters}, options`;
  const pooler = stage.willEnd(
    await PgBouncer.start(stage.primary.url, {
      ...SETTINGS,
      pool_mode: mode,
      ignore_startup_parameters: ignored,
    }),
  );
  const instance = await stage.instance({ DATABASE_URL: pooler.url, MIGRATE: 'off' });
  await pause(SECONDS.short * 1000);
  must((await instance.status('/health/ready')) === 503, 'it should not be ready');
  const lines = instance.log.split('\n').filter((line) => line.includes('Use PgBouncer 1.21 or later'));
  must(lines.length >= 1, 'the log should say which PgBouncer is needed');
  return { tally: new Tally(), notes: ['this PgBouncer is older than 1.21, and was refused with a message'] };
}

export const pgBouncerSession = behindPgBouncer('session');
export const pgBouncerTransaction = behindPgBouncer('transaction');
