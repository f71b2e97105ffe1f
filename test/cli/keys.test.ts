import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDirectory, type Directory } from '../program/directory.js';
import { waitFor } from '../program/wait-for.js';
import { directory } from './command-line.js';

interface Created {
  id: number;
  key: string;
  expiresAt: string | null;
}

let server: Directory;

beforeAll(async () => {
  server = await openDirectory();
});
afterAll(() => server.close());

async function keys<T>(...args: string[]): Promise<T> {
  const { code, stdout, stderr } = await directory(server.database.roleUrl('operate'), [
    'keys',
    ...args,
    '--json',
  ]);
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as T;
}

const statusWith = async (key: string) => (await server.get('/networks', { 'x-api-key': key })).status;

describe('directory keys', () => {
  it('create makes a key that works immediately, and revoke ends it within a second', async () => {
    const created = await keys<Created>('create', '--holder', 'Example Reader', '--plan', 'pro-api');
    expect(created).toEqual({
      id: expect.any(Number),
      key: expect.stringMatching(/^apd_[0-9A-Za-z]{49}$/),
      holder: 'Example Reader',
      plan: 'pro-api',
      expiresAt: null,
    });
    await waitFor(async () => (await statusWith(created.key)) === 200, 1000);

    expect(await keys('revoke', String(created.id))).toEqual({ id: created.id, state: 'revoked' });
    await waitFor(async () => (await statusWith(created.key)) === 401, 1000);
    expect(await keys('revoke', String(created.id))).toEqual({ id: created.id, state: 'revoked' });
  });

  it('create --expires DATE makes a key that is valid through that day, also a past one', async () => {
    const past = await keys<Created>(
      'create',
      '--holder',
      'H',
      '--plan',
      'enterprise',
      '--expires',
      '2026-01-31',
    );
    expect(past.expiresAt).toBe('2026-01-31T23:59:59.999Z');
    expect(await statusWith(past.key)).toBe(401);
  });

  it('rotate makes a new key, and both are valid for the grace period', async () => {
    const old = await keys<Created>('create', '--holder', 'H', '--plan', 'enterprise');
    const next = await keys<Created>('rotate', String(old.id), '--grace', '1s');
    expect(next).toMatchObject({ holder: 'H', plan: 'enterprise', expiresAt: null });
    expect(next.id).not.toBe(old.id);
    await waitFor(async () => (await statusWith(next.key)) === 200, 1000);
    await waitFor(async () => (await statusWith(old.key)) === 401, 3000);

    const again = await directory(server.database.roleUrl('operate'), [
      'keys',
      'rotate',
      String(old.id),
      '--json',
    ]);
    expect(again).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining('cannot be rotated') });
  });

  it('list shows no key itself', async () => {
    const { keys: listed } = await keys<{ keys: Record<string, unknown>[] }>('list');
    expect(Object.keys(listed[0]!)).toEqual([
      'id',
      'prefix',
      'holder',
      'plan',
      'state',
      'createdAt',
      'expiresAt',
      'lastUsedAt',
    ]);
    expect(new Set(listed.map((key) => key.state))).toEqual(new Set(['active', 'revoked', 'expired']));
    expect(JSON.stringify(listed)).not.toMatch(/apd_[0-9A-Za-z]{49}/);
  });
});

describe('wrong usage of directory keys exits with 2 and prints nothing on standard output', () => {
  it.each([
    ['no plan', ['keys', 'create', '--holder', 'H']],
    ['an unknown plan', ['keys', 'create', '--holder', 'H', '--plan', 'free']],
    [
      'a date that does not exist',
      ['keys', 'create', '--holder', 'H', '--plan', 'enterprise', '--expires', '2026-02-30'],
    ],
    ['a grace period without a unit', ['keys', 'rotate', '1', '--grace', '7']],
    ['an unknown command', ['kyes']],
  ])('%s', async (_, args) => {
    const outcome = await directory(server.database.roleUrl('operate'), [...args, '--json']);
    expect(outcome).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(/./) });
  });
});

it('directory keys revoke exits with 1 for an unknown id', async () => {
  expect(
    await directory(server.database.roleUrl('operate'), ['keys', 'revoke', '2147483647', '--json']),
  ).toEqual({
    code: 1,
    stdout: '',
    stderr: 'There is no key with id 2147483647.\n',
  });
});
