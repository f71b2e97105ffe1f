import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { addKey } from './api-key-rows.js';
import { addNetwork, addProgram } from './rows.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await addNetwork(database, { id: 1, name: 'One' });
  await addProgram(database, 1, { id: 1, network_program_id: 'P1' });
  await database.sql('ALTER TABLE networks ALTER id RESTART 100; ALTER TABLE programs ALTER id RESTART 100');
});
afterAll(() => database.drop());

const hosts = [
  '',
  'UPPER.example',
  'a b.example',
  'nodot',
  'dot.at.end.',
  '.example',
  'a..example',
  '192.0.2.1',
  'a.0x1',
  'a.example:80',
  'https://a.example',
  'a.example/x',
  'müller.example',
  `${'a'.repeat(64)}.example`,
  `${'a.'.repeat(127)}aa`,
  'a.example\n',
];
const names = ['', ' ', ' a', 'a ', 'a  b', 'a\tb', 'a\nb', 'a\u0085b', 'e\u0301', 'x'.repeat(501)];
const times = ['infinity', '-infinity', '0044-03-15 BC', '10000-01-01'];

describe('The database rejects the network', () => {
  test.each([
    ...hosts.map((url) => ({ url })),
    ...names.map((name) => ({ name })),
    ...times.flatMap((time) => [{ created_at: time }, { updated_at: time }, { last_sync: time }]),
    { name: 'One' },
    { name: null },
    { url: null },
    { live: null },
    { id: 0 },
    { id: -1 },
    { id: 1 },
    { sub_id_length: -1 },
    { address: '' },
    { address: 'a\tb' },
    { address: 'a\rb' },
    { address: 'x'.repeat(2001) },
    { address_country: 'de' },
    { address_country: 'DEU' },
    { address_country: '' },
    { created_at: null },
    { updated_at: null },
    { count_programs_active: 1 },
    { count_programs_active: null },
  ])('%j', async (columns) => {
    await expect(addNetwork(database, columns)).rejects.toThrow(/violates|kept by|duplicate|out of range/);
  });
});

describe('The database rejects the program', () => {
  test.each([
    ...hosts.map((primary_url) => ({ primary_url })),
    ...names.map((name) => ({ name })),
    ...names.slice(0, -1).map((network_program_id) => ({ network_program_id })),
    ...times.flatMap((time) => [
      { created_at: time },
      { updated_at: time },
      { date_started: time },
      { date_closed: time },
    ]),
    { network_program_id: 'P1' },
    { network_program_id: 'x'.repeat(256) },
    { id: 0 },
    { id: 1 },
    { network_id: 99 },
    { network_id: null },
    { network_name: 'Another' },
    { register_url: '' },
    { register_url: 'ftp://a.example' },
    { register_url: 'a.example' },
    { register_url: 'https://a.example/ x' },
    { register_url: `https://a.example/${'x'.repeat(2048)}` },
    { status: null },
    { countries: null },
    { countries: ['de'] },
    { countries: ['DEU'] },
    { countries: [null] },
    { countries: [['DE']] },
    { countries: [''] },
    { countries: '[2:2]={DE}' },
  ])('%j', async (columns) => {
    await expect(addProgram(database, 1, columns)).rejects.toThrow(
      /violates|duplicate|there is no network|out of range/,
    );
  });

  test('that an update would give the key of another', async () => {
    const other = await addProgram(database, await addNetwork(database), { network_program_id: 'P1' });
    await expect(database.sql('UPDATE programs SET network_id = 1 WHERE id = $1', [other])).rejects.toThrow(
      /programs_network_key/,
    );
  });
});

describe('The database accepts', () => {
  test.each([
    { name: 'x'.repeat(500), address: 'Line 1\nLine 2\n20457 Hamburg' },
    { name: 'Ünïcödé 日本 🫖', url: 'xn--mller-kva.example', address_country: 'DE', sub_id_length: 0 },
    { url: `${`${'a'.repeat(63)}.`.repeat(3)}${'a'.repeat(57)}.aa`, id: 2_147_483_647 },
  ])('the network %j', async (columns) => {
    await expect(addNetwork(database, columns)).resolves.toBeGreaterThan(0);
  });

  test('a program without the name of its network, which the database knows', async () => {
    const id = await addProgram(database, 1);
    expect(await database.sql('SELECT network_name FROM programs WHERE id = $1', [id])).toEqual([
      { network_name: 'One' },
    ]);
  });

  test('a program that moves, or whose network is renamed: its network name follows', async () => {
    const [from, to] = [
      await addNetwork(database, { name: 'From' }),
      await addNetwork(database, { name: 'To' }),
    ];
    const id = await addProgram(database, from);
    const nameOf = () => database.sql('SELECT network_name FROM programs WHERE id = $1', [id]);
    await database.sql('UPDATE programs SET network_id = $2 WHERE id = $1', [id, to]);
    expect(await nameOf()).toEqual([{ network_name: 'To' }]);
    await database.sql(`UPDATE networks SET name = 'Renamed' WHERE id = $1`, [to]);
    expect(await nameOf()).toEqual([{ network_name: 'Renamed' }]);
  });
});

describe('The database rejects a key', () => {
  test('with the digest of another, a digest of another length, no holder, or a plan that is no word', async () => {
    await addKey(database);
    for (const change of [
      `INSERT INTO api_keys (digest, prefix, holder, plan) SELECT digest, prefix, holder, plan FROM api_keys`,
      `UPDATE api_keys SET digest = '\\x00'`,
      `UPDATE api_keys SET holder = ''`,
      `UPDATE api_keys SET plan = 'Pro API'`,
      `UPDATE api_keys SET digest = NULL`,
      `UPDATE api_keys SET expires_at = 'infinity'`,
    ]) {
      await expect(database.sql(change)).rejects.toThrow(/violates|duplicate/);
    }
  });
});

test('a role that may change programs may do so, wherever its session looks for names', async () => {
  const role = `mender_${Date.now()}`;
  await database.sql(
    `CREATE ROLE ${role}; GRANT SELECT, INSERT, UPDATE, DELETE ON networks, programs TO ${role}`,
  );
  try {
    await database.sql(`
      BEGIN;
      SET LOCAL ROLE ${role};
      SET LOCAL search_path = '';
      UPDATE public.programs SET status = NOT status;
      DELETE FROM public.programs;
      ROLLBACK`);
  } finally {
    await database.sql(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  }
});
