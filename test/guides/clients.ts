import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Importing, row, rows } from '../importing/importing.js';
import { type Directory, openDirectory } from '../program/directory.js';
import { InterveningProxy } from './intervening-proxy.js';
import { ClientPrograms, type Language } from './languages.js';

interface Printed {
  id: number;
  name: string;
}

/** Two full pages and a part, from two imports, so that many programs have the same `updatedAt`. */
const FIRST = rows(70);
const SECOND = rows(120).slice(70);

/** Runs the programs of `docs/clients.md` in one language, and compares what they print with the database. */
export function describeClient(name: string, language: Language): void {
  let importing: Importing;
  let directory: Directory;
  let proxy: InterveningProxy;
  let client: ClientPrograms;

  beforeAll(async () => {
    importing = await Importing.open();
    directory = await openDirectory({}, importing.database);
    proxy = await InterveningProxy.before(directory.port);
  });
  beforeEach(async () => {
    proxy.from(() => Promise.resolve());
    client = await ClientPrograms.write(language, directory.key);
    await importing.empty();
    await change(FIRST);
    await change(SECOND);
  });
  afterEach(() => client.remove());
  afterAll(async () => {
    await proxy.close();
    await directory.close();
    await importing.close();
  });

  /** Imports some programs, and waits until the server shows it. */
  async function change(programs: typeof FIRST, mode: 'full' | 'partial' = 'partial'): Promise<void> {
    await importing.programs(programs, { mode, maxClosed: '100%' });
    await directory.change('SELECT');
  }

  const active = () =>
    importing.database.sql<Printed>('SELECT id, name FROM programs WHERE status ORDER BY id');

  async function idOf(networkProgramId: string): Promise<number> {
    const [found] = await importing.database.sql<{ id: number }>(
      'SELECT id FROM programs WHERE network_program_id = $1',
      [networkProgramId],
    );
    return found!.id;
  }

  async function lines(program: string, ...args: string[]): Promise<string[]> {
    const outcome = await client.run(proxy.url, program, ...args);
    expect(outcome).toMatchObject({ code: 0 });
    return outcome.lines;
  }

  const walk = async () => (await lines('walk')).map((line) => JSON.parse(line) as Printed);

  describe(`walk in ${name}`, () => {
    test('prints every active program once, as the API shows it', async () => {
      await change([row('p5', { status: false }), row('odd', { name: `a "},{"id":7 \\ b Ü` })]);
      const printed = await walk();
      expect(printed.map(({ id, name }) => ({ id, name }))).toEqual(await active());
      expect(printed.slice(0, 50)).toEqual((await directory.get('/api/v1/programs')).json);
    });

    test('prints programs that stay active exactly once during imports', async () => {
      const [closing, staying] = [FIRST.slice(0, 60), rows(120).slice(60)];
      const stay = (await active()).filter(({ name }) => staying.some((each) => each.name === name));
      proxy.from(async (count) => {
        if (count === 2) await change(closing.map((each) => ({ ...each, status: false })));
        if (count === 3)
          await change([row('new'), ...staying.map((each) => ({ ...each, countries: ['DE'] }))]);
      });
      const printed = (await walk()).map(({ id }) => id);
      for (const { id } of stay) expect(printed.filter((each) => each === id)).toEqual([id]);
    });

    test('waits after a 429 or 503 and then continues', async () => {
      const busy = (status: number) => Promise.resolve({ status, headers: { 'retry-after': '1' } });
      proxy.from((count) => (count === 2 ? busy(429) : count === 4 ? busy(503) : Promise.resolve()));
      expect((await walk()).map(({ id }) => id)).toEqual((await active()).map(({ id }) => id));
    });

    test('fails with an invalid key', async () => {
      const stranger = await ClientPrograms.write(language, 'apd_wrong');
      const { code, lines, errors } = await stranger.run(proxy.url, 'walk');
      expect([code === 0, lines, errors.includes('401')]).toEqual([false, [], true]);
      await stranger.remove();
    });
  });

  describe(`sync in ${name}`, () => {
    const all = async () => (await active()).map(({ id }) => `changed ${id}`).sort();
    const sync = async (...args: string[]) => (await lines('sync', ...args)).sort();

    test('prints everything at first, and then nothing, with one request', async () => {
      expect(await sync()).toEqual(await all());
      proxy.from(() => Promise.resolve());
      expect(await sync()).toEqual([]);
      expect(proxy.statuses).toEqual([200]);
    });

    test('prints exactly what was added, changed and reopened since', async () => {
      await change([row('p9', { status: false })]);
      await sync();
      await change([row('p3', { name: 'Other' }), row('p9'), row('p10'), row('new')]);
      const ids = await Promise.all(['p3', 'p9', 'new'].map(idOf));
      expect(await sync()).toEqual(ids.map((id) => `changed ${id}`).sort());
      expect(await sync('--full')).toEqual([]);
    });

    test('requests one page and receives 304 when no program has changed', async () => {
      await sync();
      await directory.change(`UPDATE networks SET last_sync = '2030-01-01 00:00Z'`);
      proxy.from(() => Promise.resolve());
      expect(await sync()).toEqual([]);
      expect(proxy.statuses).toEqual([200, 304]);
    });

    test('continues after a last page that is full and unchanged', async () => {
      await change(rows(100), 'full');
      expect(await sync()).toEqual(await all());
      await change([row('new')]);
      expect(await sync()).toEqual([`changed ${await idOf('new')}`]);
    });

    test('prints closed programs with --full', async () => {
      await sync();
      await change([row('p1', { status: false }), row('p120', { status: false })]);
      const closed = await Promise.all(['p1', 'p120'].map(idOf));
      expect(await sync()).toEqual([]);
      expect(await sync('--full')).toEqual(closed.map((id) => `closed ${id}`).sort());
      expect(await sync('--full')).toEqual([]);
    });

    test('misses nothing that is imported while it runs', async () => {
      proxy.from(async (count) => {
        if (count === 3) await change([row('p1', { name: 'One' }), row('p119', { name: 'Two' }), row('new')]);
      });
      expect(new Set(await sync())).toEqual(new Set(await all()));
      expect(await sync()).toEqual([]);
      expect(await sync('--full')).toEqual([]);
    });

    test('that was interrupted misses nothing when it runs again', async () => {
      proxy.from((count) => Promise.resolve(count < 3 ? undefined : { status: 400, headers: {} }));
      expect((await client.run(proxy.url, 'sync')).code).not.toBe(0);
      proxy.from(() => Promise.resolve());
      expect(await sync()).toEqual(await all());
    });
  });

  describe(`match in ${name}`, () => {
    test('prints the programs of all URLs, a hundred in each request', async () => {
      const hosted = rows(230).map((each, at) => ({ ...each, primaryUrl: `shop-${at % 140}.example` }));
      await change(hosted);
      const urls = Array.from({ length: 130 }, (_, at) => `https://SHOP-${at}.example:8443/a?b="c"&d=\\e`);
      await writeFile(join(client.folder, 'urls.txt'), `${urls.join('\n')}\n`);
      const found = await importing.database.sql<{ line: string }>(
        `SELECT id || ' ' || primary_url AS line FROM programs
          WHERE primary_url IN (SELECT 'shop-' || n || '.example' FROM generate_series(0, 129) AS n)`,
      );
      expect(found.length).toBe(220);
      expect((await lines('match')).sort()).toEqual(found.map(({ line }) => line).sort());
    });

    test('reads a file with a byte order mark, CRLF, white space and empty lines', async () => {
      await change([row('a', { primaryUrl: 'a.example' }), row('b', { primaryUrl: 'b.example' })]);
      const urls = '\ufeffhttps://a.example/\r\n\r\n  \t\r\n  b.example  \r\n\r\n';
      await writeFile(join(client.folder, 'urls.txt'), urls);
      const found = [`${await idOf('a')} a.example`, `${await idOf('b')} b.example`];
      expect((await lines('match')).sort()).toEqual(found.sort());
      expect(proxy.statuses).toEqual([200]);
    });

    test.each(['', '\r\n', '\ufeff\r\n \r\n'])('of no URLs (%j) sends no request', async (urls) => {
      await writeFile(join(client.folder, 'urls.txt'), urls);
      expect(await lines('match')).toEqual([]);
      expect(proxy.statuses).toEqual([]);
    });
  });
}
