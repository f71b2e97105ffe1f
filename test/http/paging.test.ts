import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { addManyRows, MANY_ROWS } from '../database/many-rows.js';
import { type Directory, openDirectory } from '../program/directory.js';
import { sorts } from '../client/sort-fields.js';
import { countPagesUp, follow, idsOf, links } from '../client/walk.js';

let directory: Directory;
beforeAll(async () => {
  directory = await openDirectory();
  await addManyRows(directory.database);
});
afterAll(() => directory.close());

/** The forms differ in these fields only; by the others they are the same list, read in the same way. */
const orders = sorts
  .filter(({ path, field }) => !path.includes('v1') || ['networkName', 'addressCountry'].includes(field))
  .flatMap(({ path, field }) => [
    { path, sort: field },
    { path, sort: `-${field}` },
  ]);
const active = (path: string) =>
  directory
    .sql<{ id: number }>(
      path.endsWith('programs')
        ? 'SELECT id FROM programs WHERE status'
        : 'SELECT id FROM networks WHERE live',
    )
    .then((rows) => rows.map(({ id }) => id).sort(byNumber));
const byNumber = (one: number, other: number) => one - other;

describe.each(orders)('A walk of $path by $sort', ({ path, sort }) => {
  const target = `${path}?sort=${sort}`;

  test('returns every row exactly once by page until [], by next, and back by prev', async () => {
    const byPage = (await countPagesUp(directory, target)).flatMap(idsOf);
    expect([...byPage].sort(byNumber)).toEqual(await active(path));

    const byNext = await follow(directory.get, target, 'next');
    expect(byNext.flatMap(idsOf)).toEqual(byPage);

    const back = await follow(directory.get, links(byNext.at(-2)!).next!, 'prev');
    expect(back.map(idsOf).reverse().flat()).toEqual(byPage);
  });
});

describe('A walk while the directory changes', () => {
  test.each(orders.filter(({ path }) => path.endsWith('programs')))(
    'by page reads $path by $sort correctly after a change',
    async ({ path, sort }) => {
      await directory.change('UPDATE programs SET status = NOT status WHERE id % 7 = 0');
      const ids = (await countPagesUp(directory, `${path}?sort=${sort}`)).flatMap(idsOf);
      expect(ids.sort(byNumber)).toEqual(await active(path));
    },
  );

  test.each(['id', '-id', 'dateStarted', '-dateStarted', 'name', '-dateClosed'])(
    'by next returns every program that stays exactly once: sort=%s',
    async (sort) => {
      const stay = await directory.sql<{ id: number }>(
        'SELECT id FROM programs WHERE status AND id % 3 = 0 ORDER BY id',
      );
      let change = 0;
      const replies = await follow(
        async (target) => {
          change++;
          await directory.sql(`UPDATE programs SET status = id % 2 = ${change % 2} WHERE id % 3 = 1`);
          await directory.sql(
            `INSERT INTO programs (name, network_id, network_program_id, primary_url)
           SELECT 'A new one', min(id), 'new ' || gen_random_uuid(), 'new.example' FROM networks`,
          );
          return directory.get(target);
        },
        `/programs?sort=${sort}`,
        'next',
      );
      const seen = replies.flatMap(idsOf);
      expect(stay.filter(({ id }) => seen.filter((one) => one === id).length !== 1)).toEqual([]);
      await directory.change(`DELETE FROM programs WHERE primary_url = 'new.example'`);
    },
  );

  test('by ascending updatedAt returns a changed program again at the end', async () => {
    const [first, ...rest] = idsOf(await directory.get('/programs?sort=updatedAt'));
    const next = links(await directory.get('/programs?sort=updatedAt')).next!;
    await directory.change('UPDATE programs SET updated_at = now() WHERE id = $1', [first]);
    const replies = await follow(directory.get, next, 'next');
    expect(replies.flatMap(idsOf).at(-1)).toBe(first);
    expect(rest).not.toContain(first);
  });
});

describe('The Link field', () => {
  test('has only rel="first" and rel="last" on a single page, also when it is empty', async () => {
    expect((await directory.get('/programs?url=nosuch.example')).headers.link).toBe(
      '</programs?url=nosuch.example>; rel="first", </programs?url=nosuch.example>; rel="last"',
    );
  });

  test('keeps sort and filters, percent-encoded', async () => {
    const { first } = links(
      await directory.get('/api/v1/programs?page=2&sort=-name&networkName=a%20%3E%22%2C%0D%0Ax%C3%BC'),
    );
    expect(first).toBe('/api/v1/programs?networkName=a%20%3E%22%2C%20x%C3%BC&sort=-name');
  });

  test('has rel="next" on every page but the last, and rel="prev" on every page but the first', async () => {
    for (let page = 1; page <= 7; page++) {
      const { first, prev, next } = links(await directory.get(`/networks?page=${page}&sort=name`));
      const last = Math.ceil(MANY_ROWS / 50);
      expect(first).toBe('/networks?sort=name');
      expect(prev !== undefined).toBe(page > 1 && page <= last + 1);
      expect(next !== undefined).toBe(page < last);
    }
  });

  test('has no rel="next" on a last page that is full', async () => {
    const before = (await active('/programs')).length;
    await directory.change(`UPDATE programs SET status = false WHERE id IN
      (SELECT id FROM programs WHERE status ORDER BY id DESC LIMIT ${before % 50})`);
    const pages = await follow(directory.get, '/programs', 'next');
    expect(pages.map((page) => idsOf(page).length)).toEqual(pages.map(() => 50));
  });

  test('leads with rel="prev" back to the page before', async () => {
    const first = await directory.get('/networks?sort=-lastSync');
    const second = await directory.get(links(first).next!);
    const back = await directory.get(links(second).prev!);
    expect(back.text).toBe(first.text);
    expect(links(back).prev).toBeUndefined();
    expect((await directory.get(links(back).next!)).text).toBe(second.text);
  });

  test('leads on from a page that became empty', async () => {
    const { next } = links(await directory.get('/networks?sort=id&page=4'));
    const last = await directory.get(next!);
    await directory.change('UPDATE networks SET live = false WHERE id = ANY ($1)', [idsOf(last)]);
    const empty = await directory.get(next!);
    expect(empty.text).toBe('[]');
    expect(idsOf(await directory.get(links(empty).prev!))).toHaveLength(50);

    const { prev } = links(await directory.get(links(await directory.get('/networks?sort=id')).next!));
    const gone = idsOf(await directory.get(prev!));
    await directory.change('UPDATE networks SET live = false WHERE id = ANY ($1)', [gone]);
    const start = await directory.get(prev!);
    expect(start.text).toBe('[]');
    expect(idsOf(await directory.get(links(start).next!))).toEqual(idsOf(await directory.get('/networks')));
  });

  test('is absolute with PUBLIC_URL, and never echoes the Host field', async () => {
    const withPublicUrl = await openDirectory(
      { PUBLIC_URL: 'https://directory.example' },
      directory.database,
    );
    const { headers } = await withPublicUrl.get('/networks', { host: 'evil.example' });
    await withPublicUrl.close();
    expect(headers.link).toContain('<https://directory.example/networks>; rel="first"');
    expect((await directory.get('/networks', { host: 'evil.example' })).headers.link).not.toContain('evil');
  });
});

describe('A cursor', () => {
  const message = 'cursor must be a value from a Link header';
  const cursorOf = async (target: string) =>
    new URL(links(await directory.get(target)).next!, directory.url).searchParams.get('cursor')!;

  test('that was damaged anywhere is answered 400', async () => {
    const cursor = await cursorOf('/programs?sort=name');
    const damaged = [...cursor].map(
      (letter, at) => cursor.slice(0, at) + (letter === 'A' ? 'B' : 'A') + cursor.slice(at + 1),
    );
    const others = [
      '',
      'x',
      cursor.slice(1),
      cursor.slice(0, -1),
      `${cursor}A`,
      `${cursor}%3D`,
      `${cursor}+`,
    ];
    for (const one of [...damaged, ...others]) {
      const reply = await directory.get(`/programs?sort=name&cursor=${one}`);
      expect([one, reply.status]).toEqual([one, 400]);
      expect(reply.json).toEqual({ error: true, message, details: [{ field: 'cursor', message }] });
    }
  });

  test.each(['/programs?sort=-name', '/programs?sort=id', '/networks?sort=name', '/programs?x'])(
    'of another list or order is answered 400: %s',
    async (target) => {
      const cursor = await cursorOf('/programs?sort=name');
      const reply = await directory.get(`${target.replace('?x', '?sort=primaryUrl')}&cursor=${cursor}`);
      expect([reply.status, reply.json.message]).toEqual([400, message]);
    },
  );

  test('of another filter is answered 400', async () => {
    await directory.change(`UPDATE programs SET primary_url = 'many.example' WHERE id % 2 = 0`);
    const cursor = await cursorOf('/programs?sort=name&url=many.example');
    const status = async (filter: string) =>
      (await directory.get(`/programs?sort=name${filter}&cursor=${cursor}`)).status;
    expect(await status('&url=many.example')).toBe(200);
    expect(await status('&url=https://MANY.example/path')).toBe(200);
    expect(await status('&url=other.example')).toBe(400);
    expect(await status('&url=%20')).toBe(400);
    expect(await status('')).toBe(400);
    const batch = (urls: string[]) => directory.post(`/programs-batch?sort=name&cursor=${cursor}`, { urls });
    expect((await batch(['many.example', 'MANY.example'])).status).toBe(200);
    expect((await batch(['many.example', 'other.example'])).json.details[0].message).toBe(message);
  });

  test('of another directory is answered 400', async () => {
    const other = await openDirectory();
    await other.sql(`UPDATE cursor_secret SET secret = 'of its own'`);
    const reply = await other.get(`/programs?sort=name&cursor=${await cursorOf('/programs?sort=name')}`);
    await other.close();
    expect(reply.status).toBe(400);
  });

  test('is answered 400 beside page, and when it appears twice', async () => {
    const cursor = await cursorOf('/programs?sort=name');
    const withPage = await directory.get(`/programs?sort=name&page=1&cursor=${cursor}`);
    expect([withPage.status, withPage.json.message]).toEqual([400, 'page and cursor cannot be combined']);
    expect((await directory.get(`/programs?sort=name&cursor=${cursor}&cursor=${cursor}`)).status).toBe(400);
  });

  test('is valid in both forms and for the batch', async () => {
    const cursor = await cursorOf('/programs?sort=name');
    const [base, v1] = [
      await directory.get(`/programs?sort=name&cursor=${cursor}`),
      await directory.get(`/api/v1/programs?sort=name&cursor=${cursor}`),
    ];
    expect(idsOf(v1)).toEqual(idsOf(base));
    expect(idsOf(await directory.post(`/programs-batch?sort=name&cursor=${cursor}`, { urls: [] }))).toEqual(
      idsOf(base),
    );
  });
});
