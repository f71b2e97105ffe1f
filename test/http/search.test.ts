import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Directory, openDirectory } from '../program/directory.js';
import { addNetwork, addProgram } from '../database/rows.js';
import { idsOf, links } from '../client/walk.js';

let directory: Directory;
beforeAll(async () => {
  directory = await openDirectory();
  const { database } = directory;
  const network = await addNetwork(database, {
    id: 1,
    name: 'Ålesund Partnere',
    url: 'www.aalesund.example',
  });
  await addNetwork(database, { id: 2, name: 'Gone', url: 'aalesund.example', live: false });
  const programs: [id: number, name: string, host: string][] = [
    [1, 'Müller & Söhne', 'www.mueller.example'],
    [2, 'Fahrräder', 'xn--mller-kva.example'],
    [3, 'ＭＵＬＬＥＲ ﬁne Ⅷ', 'wide.example'],
    [4, '日本の本屋', 'xn--r8jz45g.example'],
    [5, 'Σίσυφος ΟΔΟΣ', 'greek.example'],
    [6, '100% a_b \\ "quoted" \'x\'', 'signs.example'],
    [7, 'Smørrebrød Łódź Straße', 'letters.example'],
    [8, 'Trailing-edge.co', 'dashes-and.dots.example'],
  ];
  for (const [id, name, host] of programs)
    await addProgram(database, network, { id, name, primary_url: host });
  await addProgram(database, network, {
    id: 9,
    name: 'Müller',
    primary_url: 'muller.example',
    status: false,
  });
});
afterAll(() => directory.close());

const target = (path: string, search: string) => `${path}?search=${encodeURIComponent(search)}`;

test.each<[string, number[]]>([
  ['müller', [1, 2, 3]],
  ['muller', [1, 2, 3]],
  ['MULLER', [1, 2, 3]],
  ['ＭÜLLER', [1, 2, 3]],
  ['mu\u0308ller', [1, 2, 3]],
  ['mueller', [1]],
  ['ulle', [1, 2, 3]],
  ['xn--mller', [2]],
  ['mller', [2]],
  ['Müller.example', [2]],
  ['example', [1, 2, 3, 4, 5, 6, 7, 8]],
  ['  sohne\t\u3000Müller\n', [1]],
  ['sohne mueller.ex', [1]],
  ['sohne muller.ex', []],
  ['fine viii', [3]],
  ['ﬁne', [3]],
  ['ⅷ ﬁ', [3]],
  ['日本', [4]],
  ['本屋', [4]],
  ['例え', [4]],
  ['σισυφος', [5]],
  ['ΣΊΣΥΦΟΣ', [5]],
  ['οδος οδοσ', [5]],
  ['100%', [6]],
  ['%a', []],
  ['%%', []],
  ['a_b', [6]],
  ['a__', []],
  ['__', []],
  ['_b', [6]],
  ['\\ a_', [6]],
  ['\\%', []],
  ['"quoted"', [6]],
  ["'x'", [6]],
  ["' OR true --", []],
  ['smorrebrod', []],
  ['smørrebrød', [7]],
  ['lodz', []],
  ['łodz', [7]],
  ['strasse', []],
  ['STRAßE', [7]],
  ['s-a', [8]],
  ['e.c d-d', []],
  ['e.c s-a', [8]],
  ['müller www', [1]],
  ['a b c d e f g h i j k l m n o p', []],
  ['aa bb', []],
  ['nosuch', []],
])('GET /programs?search=%j returns %j', async (search, ids) => {
  for (const path of ['/programs', '/api/v1/programs']) {
    const reply = await directory.get(target(path, search));
    expect([reply.status, idsOf(reply)]).toEqual([200, ids]);
  }
  const batch = await directory.post(target('/programs-batch', search), { urls: [] });
  expect([batch.status, idsOf(batch)]).toEqual([200, ids]);
});

test.each<[string, number[]]>([
  ['alesund', [1]],
  ['aalesund.ex partnere', [1]],
  ['gone', []],
])('GET /networks?search=%j returns %j', async (search, ids) => {
  for (const path of ['/networks', '/api/v1/networks'])
    expect(idsOf(await directory.get(target(path, search)))).toEqual(ids);
});

test.each([
  ['', 'search must have 2 to 100 characters'],
  ['a', 'search must have 2 to 100 characters'],
  [' a ', 'search must have 2 to 100 characters'],
  ['😀', 'search must have 2 to 100 characters'],
  [`a${' '.repeat(99)}b`, 'search must have 2 to 100 characters'],
  ['a'.repeat(101), 'search must have 2 to 100 characters'],
  ['ab\u0000', 'search must not contain control characters'],
  ['a\u0007b', 'search must not contain control characters'],
  ['\u0301\u0302', 'search must not consist of accents and white space only'],
  ['\u00b4\u00a8', 'search must not consist of accents and white space only'],
])('GET /programs?search=%j is answered 400: %s', async (search, message) => {
  const { status, json } = await directory.get(target('/programs', search));
  expect([status, json]).toEqual([400, { error: true, message, details: [{ field: 'search', message }] }]);
});

test('GET /programs?search=a&search=b is answered 400', async () => {
  const { status, json } = await directory.get('/programs?search=ab&search=ab');
  expect([status, json.details]).toEqual([400, [{ field: 'search', message: 'search may appear once' }]]);
});

test.each([
  ['100 characters with white space around', `  ${'ab '.repeat(33)}a  `],
  ['100 characters beyond the basic plane', '😀'.repeat(100)],
  ['100 characters that fold to 1,800', '\ufdfa'.repeat(100)],
  ['50 words', 'a '.repeat(50).slice(0, 99)],
])('A search of %s is valid', async (_, search) => {
  expect((await directory.get(target('/programs', search))).status).toBe(200);
});

describe('Links of a search', () => {
  beforeAll(() =>
    directory.change(`INSERT INTO programs (id, name, network_id, network_program_id, primary_url)
      SELECT 100 + n, 'Blåbær ' || n, 1, 'many ' || n, 'many.example' FROM generate_series(1, 60) AS n`),
  );

  test('keep it, with single blanks between its words', async () => {
    const reply = await directory.get('/programs?search=++Many%09%C3%A5%20++');
    expect(idsOf(reply)).toHaveLength(50);
    const { next, last } = links(reply);
    expect(last).toBe('/programs?search=Many%20%C3%A5&page=2');
    expect(idsOf(await directory.get(next!))).toHaveLength(10);
  });

  test('have cursors for the same words in any order and spelling, and for no others', async () => {
    const { next } = links(await directory.get('/programs?search=many%20bl%C3%A5'));
    const cursor = next!.replace(/.*cursor=/, '');
    for (const same of ['BLA+MANY', 'many+many+bl%C3%A5'])
      expect((await directory.get(`/programs?search=${same}&cursor=${cursor}`)).status).toBe(200);
    for (const other of ['many', 'many+blab'])
      expect((await directory.get(`/programs?search=${other}&cursor=${cursor}`)).status).toBe(400);
  });
});

test('A program is found by its new name and host as soon as they change', async () => {
  const found = async (search: string) => idsOf(await directory.get(target('/programs', search)));
  await directory.change(
    `UPDATE programs SET name = 'Zebra', primary_url = 'xn--bcher-kva.example' WHERE id = 1`,
  );
  expect([await found('sohne'), await found('zebra'), await found('bücher')]).toEqual([[], [1], [1]]);
});
