import { setTimeout as pause } from 'node:timers/promises';
import { must, type Scenario } from '../scenario.js';
import { cachedPages, manyPages, uncachedPages } from '../traffic/sample-requests.js';
import { sendTo } from '../traffic/send.js';
import { Traffic } from '../traffic/traffic.js';

const SECONDS = { full: 30, short: 5 };

export const connectionLimit: Scenario = {
  broken: 'the role may open fewer connections than DATABASE_POOL',
  async run(stage) {
    await stage.fill();
    const address = await stage.primary.role('limited', 'CONNECTION LIMIT 4');
    const settings = { DATABASE_URL: address, DATABASE_POOL: '10', MIGRATE: 'off', PAGE_CACHE_MB: '0' };
    const instance = await stage.instance(settings);
    await instance.untilReady();
    const send = sendTo(instance.port);
    const traffic = stage.willEnd(new Traffic(send, await manyPages(send, await stage.newKey()), 20, 0));
    await pause(SECONDS[stage.short ? 'short' : 'full'] * 1000);
    const tally = await traffic.stop();
    must(
      tally.statuses['200'] === tally.sent,
      `every request should wait for a connection: ${JSON.stringify(tally.statuses)}`,
    );
    const lines = instance.log.split('\n').filter((line) => line.includes('too many connections'));
    must(lines.length >= 1, 'the log should name the limit');
    return { tally, notes: [`${lines.length} lines of log name the limit`] };
  },
};

/** Settings of a role that would change responses if sessions kept them. */
const SETTINGS = [
  `timezone = 'Europe/Berlin'`,
  `datestyle = 'SQL, DMY'`,
  `intervalstyle = 'sql_standard'`,
  `bytea_output = 'escape'`,
  `client_encoding = 'LATIN1'`,
  `standard_conforming_strings = off`,
  `extra_float_digits = -15`,
  `default_transaction_isolation = 'serializable'`,
  `default_transaction_read_only = on`,
  `statement_timeout = '10s'`,
  `idle_session_timeout = '1s'`,
  `enable_indexscan = off`,
  `search_path = pg_catalog, public`,
];

export const hostileRole: Scenario = {
  broken: 'the role has other settings for time zone, dates, encoding and more',
  async run(stage) {
    await stage.fill();
    const address = await stage.primary.role('hostile');
    for (const setting of SETTINGS) await stage.primary.sql(`ALTER ROLE hostile SET ${setting}`);
    const key = await stage.newKey();
    const plain = await stage.instance();
    await plain.untilReady();
    const send = sendTo(plain.port);
    const requests = [...(await cachedPages(send, key)), ...(await uncachedPages(send, key))];

    const instance = await stage.instance({ DATABASE_URL: address, MIGRATE: 'off', PAGE_CACHE_MB: '0' });
    await instance.untilReady();
    const traffic = stage.willEnd(new Traffic(sendTo(instance.port), requests, 8, 5));
    await pause(SECONDS[stage.short ? 'short' : 'full'] * 1000);
    const tally = await traffic.stop();
    must(
      tally.statuses['200'] === tally.sent,
      `every request should be answered 200: ${JSON.stringify(tally.statuses)}`,
    );
    return { tally, notes: [`${SETTINGS.length} settings of the role, and the same bytes as without them`] };
  },
};
