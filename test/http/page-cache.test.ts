import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { PageSource } from '../../src/database/page-source.js';
import { addManyRows } from '../database/many-rows.js';
import { type Directory, openDirectory } from '../program/directory.js';

let directory: Directory;
let reads: string[];

beforeEach(async () => {
  directory = await openDirectory({ PAGE_CACHE_MB: '1' });
  await addManyRows(directory.database);
  await directory.change('SELECT 1');
  const source = directory.app.get(PageSource, { strict: false });
  const rows = source.rows.bind(source);
  reads = [];
  source.rows = (list, statement, values) => {
    reads.push(statement.name);
    return rows(list, statement, values);
  };
});
afterEach(() => directory.close());

const versionOf = async () => {
  const [row] = await directory.sql(
    `SELECT number::text AS number FROM versions WHERE subject = 'directory'`,
  );
  return row!.number as string;
};

/** Requests a target, and returns how often the database was read for it. */
async function readsFor(...targets: string[]): Promise<number> {
  reads.length = 0;
  for (const target of targets) expect((await directory.get(target)).status).toBe(200);
  return reads.length;
}

describe('A cached page', () => {
  test.each(['/programs', '/api/v1/programs?sort=networkName'])(
    'of %s is sent from memory, with the new Directory-Version, after a commit that changes networks only',
    async (target) => {
      await readsFor(target);
      await directory.change('UPDATE networks SET last_sync = now() WHERE id = 1');
      expect(await readsFor(target)).toBe(0);
      expect((await directory.get(target)).headers['directory-version']).toBe(await versionOf());
    },
  );

  test('of networks is sent from memory after an edited program, and read again after a closed one', async () => {
    await readsFor('/networks?sort=url');
    await directory.change(
      `UPDATE programs SET name = 'Edited' WHERE id = (SELECT min(id) FROM programs WHERE status)`,
    );
    expect(await readsFor('/networks?sort=url')).toBe(0);
    await directory.change(
      'UPDATE programs SET status = false WHERE id = (SELECT min(id) FROM programs WHERE status)',
    );
    expect(await readsFor('/networks?sort=url')).toBe(1);
  });

  test('of programs is read again after a renamed network, which all its programs show', async () => {
    await readsFor('/api/v1/programs');
    const [{ id }] = (await directory.get('/networks')).json;
    await directory.change(`UPDATE networks SET name = 'Renamed' WHERE id = $1`, [id]);
    expect(await readsFor('/api/v1/programs')).toBe(1);
    expect((await directory.get('/api/v1/programs?sort=-networkName')).text).toContain('Renamed');
  });

  test('stays in memory when a statement touches no row', async () => {
    await readsFor('/programs', '/networks');
    await directory.change(
      `UPDATE programs SET name = 'Nobody' WHERE false; DELETE FROM networks WHERE false`,
    );
    expect(await readsFor('/programs', '/networks')).toBe(0);
  });

  test.each([
    ['/programs?sort=name&page=2', '/programs?page=2&sort=name', '/programs?%70age=%32&s%6Frt=name&'],
    ['/programs', '/programs?', '/programs?page=1', '/programs?%70%61ge=1', '/programs?&page=1'],
    ['/programs?url=a%20b.example', '/programs?url=a+b.example', '/programs?url=%61%20b.example'],
  ])('is the same for every spelling of %s', async (...targets) => {
    expect(await readsFor(...targets)).toBe(1);
    const texts = await Promise.all(targets.map(async (target) => directory.get(target)));
    expect(new Set(texts.map(({ headers, text }) => `${headers.link as string} ${text}`)).size).toBe(1);
  });

  test('is not sent for another page with a similar target', async () => {
    await readsFor('/programs?page=2');
    for (const [target, status] of [
      ['/programs?page=2&page=2', 400],
      ['/programs?page=2&x=', 400],
      ['/programs?page=%2B2', 400],
      ['/programs?page=2%26', 400],
      ['/programs?page=', 400],
      ['/programs?Page=2', 400],
      ['/programs/?page=2', 404],
      ['/%70rograms?page=2', 404],
    ] as const) {
      expect([target, (await directory.get(target)).status]).toEqual([target, status]);
    }
  });

  test('that was requested twice stays in memory when clients walk through more pages than it can hold', async () => {
    const hot = ['/programs', '/programs?page=2', '/networks'];
    await readsFor(...hot, ...hot);
    for (const sort of [
      'name',
      '-name',
      'createdAt',
      '-createdAt',
      'primaryUrl',
      '-primaryUrl',
      'networkId',
    ]) {
      for (let page = 1; page <= 5; page++) await directory.get(`/programs?sort=${sort}&page=${page}`);
      let next: string | undefined = `/api/v1/programs?sort=${sort === 'networkId' ? 'id' : sort}`;
      for (
        ;
        next !== undefined;
        next = /<([^>]*)>; rel="next"/.exec((await directory.get(next)).headers.link as string)?.[1]
      );
    }
    expect(await readsFor('/programs?sort=name&page=1')).toBe(1);
    expect(await readsFor(...hot)).toBe(0);
  });
});
