import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Directory, openDirectory } from '../program/directory.js';
import { addNetwork, addProgram } from '../database/rows.js';

let directory: Directory;
beforeAll(async () => {
  directory = await openDirectory();
  const network = await addNetwork(directory.database, { id: 7, name: 'Live' });
  await addNetwork(directory.database, { id: 8, name: 'Gone', live: false });
  await addProgram(directory.database, network, { id: 46 });
  await addProgram(directory.database, network, { id: 2147483647, status: false, date_closed: '2026-01-31' });
});
afterAll(() => directory.close());

const FORMS = ['', '/api/v1'];

describe.each(FORMS)('Single objects under "%s/"', (form) => {
  test.each([
    ['programs', 46],
    ['networks', 7],
  ])('GET %s/%i returns the object as its list does', async (list, id) => {
    const [listed] = (await directory.get(`${form}/${list}`)).json;
    const { status, text, headers } = await directory.get(`${form}/${list}/${id}`);
    expect([status, text]).toEqual([200, JSON.stringify(listed)]);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-cache',
      'directory-version': expect.stringMatching(/^\d+$/),
      etag: expect.stringMatching(/^W\/"[^"]+"$/),
    });
    expect(headers).not.toHaveProperty('link');
    expect(headers).not.toHaveProperty('x-total-count');
  });

  test('return a closed program, and a network that is not live', async () => {
    const program = (await directory.get(`${form}/programs/2147483647`)).json;
    expect(program).toMatchObject({ id: 2147483647, status: false, dateClosed: '2026-01-31' });
    expect((await directory.get(`${form}/networks/8`)).json).toMatchObject({ id: 8, name: 'Gone' });
  });

  test.each([
    '1',
    '0',
    '01',
    '-46',
    '46.0',
    '4e1',
    ' 46',
    '46 ',
    '2147483648',
    '99999999999999999999',
    'x',
    '%00',
  ])('are answered 404 for the id %j', async (id) => {
    for (const list of ['programs', 'networks']) {
      const reply = await directory.get(`${form}/${list}/${encodeURIComponent(id)}`);
      expect([reply.status, reply.json]).toEqual([404, { error: true, message: 'Not found' }]);
    }
  });

  test('are answered 401 without a key, whatever the id is', async () => {
    for (const id of ['46', '1', 'x']) {
      const reply = await directory.get(`${form}/programs/${id}`, { 'x-api-key': '' });
      expect([reply.status, reply.json.message]).toEqual([401, 'Wrong API key']);
    }
  });

  test('take no query parameters, also from memory', async () => {
    await directory.get(`${form}/programs/46`);
    for (const name of ['page', 'sort', 'id']) {
      const { status, json } = await directory.get(`${form}/programs/46?${name}=1`);
      const message = `${name} is not a known query parameter`;
      expect([status, json]).toEqual([400, { error: true, message, details: [{ field: name, message }] }]);
    }
  });

  test('are answered 304 for their ETag, from memory and after a change elsewhere', async () => {
    const path = `${form}/programs/46`;
    const { headers } = await directory.get(path);
    const condition = { 'if-none-match': headers.etag! };
    expect((await directory.get(path, condition)).status).toBe(304);
    await directory.change('UPDATE networks SET last_sync = now() WHERE id = 7');
    const again = await directory.get(path, condition);
    expect(again.status).toBe(304);
    expect(Number(again.headers['directory-version'])).toBeGreaterThan(Number(headers['directory-version']));
  });

  test('show a change at once', async () => {
    const path = `${form}/programs/46`;
    await directory.get(path);
    await directory.change(`UPDATE programs SET name = name || '!' WHERE id = 46`);
    const [row] = await directory.sql<{ name: string }>('SELECT name FROM programs WHERE id = 46');
    expect((await directory.get(path)).json.name).toBe(row!.name);
  });

  test('answer HEAD as GET, OPTIONS with Allow, and other methods with 405', async () => {
    const path = `${form}/networks/7`;
    const [get, head] = [await directory.get(path), await directory.request('HEAD', path)];
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    expect(head.headers.etag).toBe(get.headers.etag);
    expect((await directory.request('OPTIONS', path)).headers.allow).toBe('GET, HEAD, OPTIONS');
    const post = await directory.post(path, {});
    expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});
