import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Directory, openDirectory } from '../program/directory.js';
import { addNetwork, addProgram } from '../database/rows.js';

describe('A network and a program with all fields', () => {
  let directory: Directory;

  beforeAll(async () => {
    directory = await openDirectory();
    await addNetwork(directory.database, {
      id: 7,
      name: 'Nördlich & "Partner"',
      created_at: '2024-02-29T23:59:59.999Z',
      updated_at: '2026-01-31T08:15:30Z',
      last_sync: '2026-01-31T08:15:30.5Z',
      url: 'nordlich.example',
      sub_id_length: 64,
      address: 'Hafenstraße 1\n20457 Hamburg',
      address_country: 'DE',
    });
    await addProgram(directory.database, 7, {
      id: 9,
      name: 'Blue Kettle 🫖',
      created_at: '0001-01-01T00:00:00Z',
      updated_at: '9999-12-31T23:59:59.999Z',
      network_program_id: 'NW-1042',
      date_started: '2023-03-26',
      date_closed: '2026-10-25',
      primary_url: 'blue-kettle.example',
      register_url: 'https://nordlich.example/join?id=NW-1042&x="',
      countries: ['DE', 'NO', 'AT'],
    });
  });
  afterAll(() => directory.close());

  test('are shown without address in the base form of networks', async () => {
    expect((await directory.get('/networks')).text).toBe(
      '[{"id":7,"name":"Nördlich & \\"Partner\\"","createdAt":"2024-02-29T23:59:59.999Z",' +
        '"updatedAt":"2026-01-31T08:15:30.000Z","lastSync":"2026-01-31T08:15:30.500Z","url":"nordlich.example",' +
        '"countProgramsActive":1,"subIdLength":64}]',
    );
  });

  test('are shown with address in the v1 form of networks', async () => {
    expect((await directory.get('/api/v1/networks')).text).toBe(
      '[{"id":7,"name":"Nördlich & \\"Partner\\"","createdAt":"2024-02-29T23:59:59.999Z",' +
        '"updatedAt":"2026-01-31T08:15:30.000Z","lastSync":"2026-01-31T08:15:30.500Z","url":"nordlich.example",' +
        '"countProgramsActive":1,"subIdLength":64,"address":"Hafenstraße 1\\n20457 Hamburg","addressCountry":"DE"}]',
    );
  });

  const program = (network: string) =>
    '[{"id":9,"name":"Blue Kettle 🫖","createdAt":"0001-01-01T00:00:00.000Z",' +
    `"updatedAt":"9999-12-31T23:59:59.999Z",${network},"networkProgramId":"NW-1042",` +
    '"dateStarted":"2023-03-26","dateClosed":"2026-10-25","primaryUrl":"blue-kettle.example",' +
    '"registerUrl":"https://nordlich.example/join?id=NW-1042&x=\\"","status":true,"countries":["DE","NO","AT"]}]';

  test('are shown with networkId in the base form of programs', async () => {
    expect((await directory.get('/programs')).text).toBe(program('"networkId":7'));
    expect((await directory.post('/programs-batch', { urls: [] })).text).toBe(program('"networkId":7'));
  });

  test('are shown with networkName instead in the v1 form of programs', async () => {
    const v1 = program('"networkName":"Nördlich & \\"Partner\\""');
    expect((await directory.get('/api/v1/programs')).text).toBe(v1);
    expect((await directory.post('/api/v1/programs-batch', { urls: [] })).text).toBe(v1);
  });

  test('are sent as JSON with 200, to GET and to POST', async () => {
    for (const reply of [
      await directory.get('/networks'),
      await directory.get('/api/v1/programs'),
      await directory.post('/programs-batch', { urls: [] }),
      await directory.post('/api/v1/programs-batch', { urls: [] }),
    ]) {
      expect(reply.status).toBe(200);
      expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(reply.headers['content-length']).toBe(String(reply.bytes.length));
    }
  });
});

describe('Unknown values', () => {
  let directory: Directory;

  beforeAll(async () => {
    directory = await openDirectory();
    const time = '2026-01-31T08:15:30Z';
    await addNetwork(directory.database, {
      id: 1,
      name: 'N',
      url: 'n.example',
      created_at: time,
      updated_at: time,
    });
    const columns = { name: 'P', network_program_id: '1', primary_url: 'p.example' };
    await addProgram(directory.database, 1, { id: 1, ...columns, created_at: time, updated_at: time });
  });
  afterAll(() => directory.close());

  test('of a network are null', async () => {
    expect((await directory.get('/api/v1/networks')).json).toEqual([
      {
        id: 1,
        name: 'N',
        createdAt: '2026-01-31T08:15:30.000Z',
        updatedAt: '2026-01-31T08:15:30.000Z',
        lastSync: null,
        url: 'n.example',
        countProgramsActive: 1,
        subIdLength: null,
        address: null,
        addressCountry: null,
      },
    ]);
  });

  test('of a program are null, and its countries an empty array', async () => {
    expect((await directory.get('/programs')).json).toEqual([
      {
        id: 1,
        name: 'P',
        createdAt: '2026-01-31T08:15:30.000Z',
        updatedAt: '2026-01-31T08:15:30.000Z',
        networkId: 1,
        networkProgramId: '1',
        dateStarted: null,
        dateClosed: null,
        primaryUrl: 'p.example',
        registerUrl: null,
        status: true,
        countries: [],
      },
    ]);
  });
});

describe('The lists', () => {
  let directory: Directory;

  beforeAll(async () => {
    directory = await openDirectory();
    await addNetwork(directory.database, { id: 1, name: 'Live' });
    await addNetwork(directory.database, { id: 2, name: 'Not live', live: false });
    await addProgram(directory.database, 1, { id: 1 });
    await addProgram(directory.database, 1, { id: 2, status: false, date_closed: '2026-01-01' });
    await addProgram(directory.database, 2, { id: 3, primary_url: 'three.example' });
  });
  afterAll(() => directory.close());

  test('of networks show live networks only', async () => {
    expect((await directory.get('/networks')).json).toMatchObject([{ id: 1, countProgramsActive: 1 }]);
    expect((await directory.get('/api/v1/networks')).json).toMatchObject([{ id: 1 }]);
  });

  test('of programs show active programs, whether their network is live or not', async () => {
    expect((await directory.get('/programs')).json).toMatchObject([{ id: 1 }, { id: 3, networkId: 2 }]);
    expect((await directory.get('/api/v1/programs?url=three.example')).json).toMatchObject([
      { id: 3, networkName: 'Not live' },
    ]);
    expect((await directory.post('/programs-batch', { urls: ['three.example'] })).json).toMatchObject([
      { id: 3 },
    ]);
  });

  test('never show a column that is not in their definition', async () => {
    await directory.sql('ALTER TABLE programs ADD COLUMN payout text DEFAULT $$secret$$');
    expect((await directory.get('/programs?sort=-id')).text).not.toContain('secret');
  });
});
