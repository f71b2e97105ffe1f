import { describe, expect, test } from '@jest/globals';
import { recordsOf, shortly } from './collect.js';

const HEADER = 'networkProgramId,name,primaryUrl';
const csv = (...lines: string[]) => shortly([HEADER, ...lines].join('\n'), 'feed.csv');
const values = (networkProgramId: string, name: string, primaryUrl = 'a.example') => ({
  networkProgramId,
  name,
  primaryUrl,
});

describe('a CSV file', () => {
  test.each([',', ';', '\t', '|'])('may be delimited by %j', async (delimiter) => {
    const text = `${HEADER}\n1,"A, B; C\tD|E",a.example\n`.replace(/,(?! )/g, delimiter);
    expect(await shortly(text, 'feed.csv')).toEqual([[2, values('1', 'A, B; C\tD|E')]]);
  });

  test.each([
    ['\\n', '\n'],
    ['\\r\\n', '\r\n'],
    ['\\r', '\r'],
  ])('may have lines that end in %s', async (_, end) => {
    const text = [HEADER, '1,A,a.example', '2,B,a.example'].join(end);
    expect(await shortly(text, 'feed.csv')).toEqual([
      [2, values('1', 'A')],
      [3, values('2', 'B')],
    ]);
  });

  test('may mix its line ends', async () => {
    expect(await shortly(`${HEADER}\r\n1,A,a.example\n2,B,a.example\r3,C,a.example`, 'feed.csv')).toEqual([
      [2, values('1', 'A')],
      [3, values('2', 'B')],
      [4, values('3', 'C')],
    ]);
  });

  test('may begin with a byte order mark and have quoted names, in any order', async () => {
    expect(
      await shortly('\ufeff"name";"primaryUrl";"networkProgramId"\nA;a.example;1\n', 'feed.csv'),
    ).toEqual([[2, values('1', 'A')]]);
  });

  test('has null in an empty cell', async () => {
    expect(await shortly(`${HEADER},dateClosed,countries\n1,A,a.example,,""\n`, 'feed.csv')).toEqual([
      [2, { ...values('1', 'A'), dateClosed: null, countries: null }],
    ]);
  });

  test('may have quotes, doubled quotes and line ends inside of quotes; the first line of a record counts', async () => {
    expect(await csv('1,"A ""B""",a.example', '2,"C', '', 'D",a.example', '3,E,a.example')).toEqual([
      [2, values('1', 'A "B"')],
      [3, values('2', 'C\n\nD')],
      [6, values('3', 'E')],
    ]);
  });

  test('may have empty lines, which are no rows', async () => {
    expect(await csv('', '1,A,a.example', '', '', '2,B,a.example', '')).toEqual([
      [3, values('1', 'A')],
      [6, values('2', 'B')],
    ]);
  });

  test.each([' ', ',,', ' , ,\t', '"","",""', ',', ',,,,'])('has no row in the line %j', async (line) => {
    expect(await csv(line, '1,A,a.example', line, line)).toEqual([[3, values('1', 'A')]]);
  });

  test('may have a header over several lines, as quotes allow it', async () => {
    const text = `\r\n${HEADER},"note, of\r\nthe shop"\r\n1,A,a.example,x\r\n`;
    expect(await shortly(text, 'feed.csv')).toEqual([
      [4, { ...values('1', 'A'), 'note, of\nthe shop': 'x' }],
    ]);
    expect(await shortly(`"networkProgramId\n";name;"primaryUrl"\n1;A;a.example`, 'feed.csv')).toEqual([
      [3, values('1', 'A')],
    ]);
  });

  test('has its header on one line where a quote in it encloses nothing', async () => {
    const rows = ['1,A,a.example,x', '2,12" B,a.example,y'];
    for (const count of [1, 2]) {
      const text = [`${HEADER},12"`, ...rows.slice(0, count)].join('\n');
      const expected = [
        [2, { ...values('1', 'A'), '12"': 'x' }],
        [3, { ...values('2', '12" B'), '12"': 'y' }],
      ];
      expect(await shortly(text, 'feed.csv')).toEqual(expected.slice(0, count));
    }
  });

  test.each([1, 1000])('with a quote in its header that nobody closes fails, of %d lines', async (count) => {
    const text = `${HEADER},"x\n${'1,A,a.example\n'.repeat(count)}`;
    await expect(shortly(text, 'feed.csv')).rejects.toThrow(
      'feed has a quote in its header that is not closed',
    );
  });

  test('may have a quote inside of a cell that does not begin with one', async () => {
    expect(await csv('1,12" vinyl,a.example', '2,B,a.example')).toEqual([
      [2, values('1', '12" vinyl')],
      [3, values('2', 'B')],
    ]);
  });

  test('with a wrong number of cells in a row rejects that row, and still reads its key', async () => {
    const records = await recordsOf(`${HEADER}\n1,A\n2,B,a.example,x\n3,C,a.example\n`, 'feed.csv');
    expect(records).toEqual([
      {
        file: 'feed',
        line: 2,
        problem: { field: 'row', reason: 'has 2 cells where the header has 3' },
        values: { networkProgramId: '1', name: 'A', primaryUrl: null },
      },
      {
        file: 'feed',
        line: 3,
        problem: { field: 'row', reason: 'has 4 cells where the header has 3' },
        values: values('2', 'B'),
      },
      { file: 'feed', line: 4, values: values('3', 'C') },
    ]);
  });

  test('with a quote that nobody closes loses that row alone', async () => {
    const open = [3, 'row: has a quote that is not closed'];
    expect(await csv('1,A,a.example', '2,"B,a.example', '3,C,a.example', '4,"D",a.example')).toEqual([
      [2, values('1', 'A')],
      open,
      [4, values('3', 'C')],
      [5, values('4', 'D')],
    ]);
    expect(await csv('1,A,a.example', '2,"B,a.example', '3,C,a.example')).toEqual([
      [2, values('1', 'A')],
      open,
      [4, values('3', 'C')],
    ]);
  });

  test('with a quote that nobody closes loses that row alone among a thousand', async () => {
    const lines = Array.from({ length: 1000 }, (_, index) => `${index},N,a.example`);
    lines[400] = '400,"N,a.example';
    const records = await csv(...lines);
    expect(records).toHaveLength(1000);
    expect(records[400]).toEqual([402, 'row: has a quote that is not closed']);
    expect(records[401]).toEqual([403, values('401', 'N')]);
  });

  test('that is cut in its last line rejects that row', async () => {
    expect(await csv('1,A,a.example', '2,B')).toEqual([
      [2, values('1', 'A')],
      [3, 'row: has 2 cells where the header has 3'],
    ]);
  });

  test('names the required columns that it lacks', async () => {
    await expect(shortly('name,slug,url\nA,a,https://a.example\n', 'feed.csv')).rejects.toThrow(
      'feed lacks the required columns networkProgramId, primaryUrl',
    );
    await expect(shortly('<!DOCTYPE html><html>Error</html>', 'feed.csv')).rejects.toThrow(
      'feed lacks the required columns networkProgramId, name, primaryUrl',
    );
  });

  test('has the delimiter that yields the required names, though another stands more often', async () => {
    expect(
      await shortly(`networkProgramId;name;primaryUrl;a,b,c,d,e\n1;A;a.example;x\n`, 'feed.csv'),
    ).toEqual([[2, { ...values('1', 'A'), 'a,b,c,d,e': 'x' }]]);
  });

  test('has no column twice that is read', async () => {
    await expect(shortly(`${HEADER},name\n1,A,a.example,B\n`, 'feed.csv')).rejects.toThrow(
      'feed has the column name twice',
    );
  });

  test('is not empty', async () => {
    await expect(shortly('', 'feed.csv')).rejects.toThrow('feed is empty');
    await expect(shortly('\ufeff\n\n', 'feed.csv')).rejects.toThrow('feed is empty');
  });
});
