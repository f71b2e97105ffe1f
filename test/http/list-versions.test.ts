import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { addNetwork, addProgram } from '../database/rows.js';
import { type Directory, openDirectory } from '../program/directory.js';

/** The value of each list at one directory version. */
interface Values {
  networks: number;
  programs: number;
}

const COMMITS = 60;
const SECOND = 1000;

let instances: Directory[];
let network: number;
let program: number;
beforeAll(async () => {
  const first = await openDirectory();
  instances = [first, await openDirectory({}, first.database)];
  network = await addNetwork(first.database, { sub_id_length: 0 });
  program = await addProgram(first.database, network, { network_program_id: '0' });
});
afterAll(async () => {
  for (const instance of instances.reverse()) await instance.close();
});

test('Every page shows the values of its Directory-Version, none older than a second, while both lists change', async () => {
  const [{ database }] = instances as [Directory, Directory];
  const versionOf = async () => {
    const [row] = await database.sql<{ number: string }>(
      `SELECT number FROM versions WHERE subject = 'directory'`,
    );
    return Number(row!.number);
  };
  const history = new Map<number, Values & { committedAt: number }>();
  let values: Values = { networks: 0, programs: 0 };
  const start = await versionOf();
  history.set(start, { ...values, committedAt: performance.now() });

  const seen: { path: keyof Values; version: number; value: number; askedAt: number }[] = [];
  let done = false;
  const reading = instances.flatMap((instance) =>
    (['networks', 'programs'] as const).map(async (path) => {
      while (!done) {
        const askedAt = performance.now();
        const { status, headers, json } = await instance.get(`/${path}`);
        expect(status).toBe(200);
        const value = path === 'networks' ? json[0].subIdLength : Number(json[0].networkProgramId);
        seen.push({ path, version: Number(headers['directory-version']), value, askedAt });
      }
    }),
  );
  try {
    for (let commit = 1; commit <= COMMITS; commit++) {
      const changesNetworks = commit % 3 !== 0;
      const changesPrograms = commit % 3 !== 1;
      values = {
        networks: changesNetworks ? commit : values.networks,
        programs: changesPrograms ? commit : values.programs,
      };
      await database.sql(`BEGIN;
        UPDATE programs SET network_program_id = '${values.programs}' WHERE id = ${program} AND ${changesPrograms};
        UPDATE networks SET sub_id_length = ${values.networks} WHERE id = ${network} AND ${changesNetworks}; COMMIT`);
      history.set(start + commit, { ...values, committedAt: performance.now() });
      await new Promise((resolve) => setTimeout(resolve, commit % 7 === 0 ? 100 : 15));
    }
  } finally {
    done = true;
    await Promise.all(reading);
  }
  expect(await versionOf()).toBe(start + COMMITS);
  expect(seen.length).toBeGreaterThan(COMMITS);
  for (const { path, version, value, askedAt } of seen) {
    expect([path, version, value]).toEqual([path, version, history.get(version)?.[path]]);
    const newer = history.get(version + 1);
    if (newer) expect(newer.committedAt).toBeGreaterThan(askedAt - SECOND);
  }
});
