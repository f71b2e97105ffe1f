import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Importing } from './importing.js';

/**
 * Two exports of a network in the shape and with the flaws of real ones: hosts in mixed case, with a path, in
 * Unicode; one host for many programs; a key given twice with different hosts; `UK` and `EN`; stray blanks; no host.
 */
const JUNE = `\ufeffnetworkProgramId,name,primaryUrl,countries
DE-1,Anti Virus Lab,antivirus.example,DE
CH-2,Anti Virus Lab Schweiz,antivirus.example,CH
DE-3,"Bikes Online, the Discounter ",Bikes.Example,DE
UK-4,Tea  & Biscuits,www.tea.example/shop/,UK
EN-5,World Travel,travel.example,EN
AT-6,Möbel Müller,möbel-müller.example,AT
DE-7,Old Friend,old.example,DE
DE-8,Twice,first.example,DE
DE-8,Twice,second.example,DE
DE-9,Same,same.example,DE
DE-9,Same ,Same.example/,DE
DE-10,No Host Yet,n/a,DE
`;

const DECEMBER = `networkProgramId,name,primaryUrl,countries\r
DE-1,Anti Virus Lab,antivirus.example,DE\r
CH-2,Anti Virus Lab Schweiz,antivirus.example,CH\r
DE-3,"Bikes Online, the Discounter",bikes.example/,DE\r
UK-4,Tea & Biscuits,WWW.tea.example,UK\r
EN-5,World Travel,world-travel.example,EN\r
AT-6,Möbel Müller,xn--mbel-mller-ecb1f.example,AT\r
DE-8,Twice,first.example,DE\r
DE-8,Twice,second.example,DE\r
DE-9,Same,same.example,DE\r
DE-11,New Shop,new.example,DE\r
`;

let importing: Importing;
beforeAll(async () => {
  importing = await Importing.open();
});
afterAll(() => importing.close());

const june = () => importing.programs(JUNE, {}, 'csv');
const december = () => importing.programs(DECEMBER, {}, 'csv');
const english = (line: number) => [`countries: unknown code "EN" is ignored (1 row, first at feed:${line})`];

describe('the export of June', () => {
  test('has 12 rows for 9 programs: one key contradicts itself, one row comes twice, one has no host', async () => {
    expect(await june()).toMatchObject({
      read: 12,
      created: 9,
      rejected: 2,
      rejects: [
        'feed:13: primaryUrl: is not a host name or URL: "n/a"',
        'feed:10: networkProgramId: duplicates feed:9 with different values',
      ],
      warnings: english(6),
    });
    expect(await importing.stored('network_program_id AS key, name, primary_url AS host, countries')).toEqual(
      [
        { key: 'AT-6', name: 'Möbel Müller', host: 'xn--mbel-mller-ecb1f.example', countries: ['AT'] },
        { key: 'CH-2', name: 'Anti Virus Lab Schweiz', host: 'antivirus.example', countries: ['CH'] },
        { key: 'DE-1', name: 'Anti Virus Lab', host: 'antivirus.example', countries: ['DE'] },
        { key: 'DE-3', name: 'Bikes Online, the Discounter', host: 'bikes.example', countries: ['DE'] },
        { key: 'DE-7', name: 'Old Friend', host: 'old.example', countries: ['DE'] },
        { key: 'DE-8', name: 'Twice', host: 'first.example', countries: ['DE'] },
        { key: 'DE-9', name: 'Same', host: 'same.example', countries: ['DE'] },
        { key: 'EN-5', name: 'World Travel', host: 'travel.example', countries: [] },
        { key: 'UK-4', name: 'Tea & Biscuits', host: 'www.tea.example', countries: ['GB'] },
      ],
    );
  });
});

describe('the export of December', () => {
  test('brings one program, takes one, and changes one: the other differences are gone after cleaning', async () => {
    expect(await december()).toMatchObject({
      read: 10,
      created: 1,
      updated: 1,
      unchanged: 7,
      closed: 1,
      rejected: 1,
      warnings: english(6),
    });
  });

  test('changes nothing when it comes again, and moves no time', async () => {
    const before = await importing.stored('*');
    expect(await december()).toMatchObject({ created: 0, updated: 0, unchanged: 9, reopened: 0, closed: 0 });
    expect(await importing.stored('*')).toEqual(before);
  });
});

describe('the export of June, back again', () => {
  test('reopens what December closed, and closes what December brought', async () => {
    expect(await june()).toMatchObject({ created: 0, updated: 1, unchanged: 7, reopened: 1, closed: 1 });
    expect(
      await importing.database.sql(`SELECT network_program_id AS key FROM programs WHERE NOT status`),
    ).toEqual([{ key: 'DE-11' }]);
  });
});
