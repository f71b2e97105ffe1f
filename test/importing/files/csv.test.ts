import { describe, expect, test } from '@jest/globals';
import { gzip, recordsOf, shortly } from './collect.js';

const HEADER = 'networkProgramId,name,primaryUrl';
const csv = (...lines: string[]) => shortly([HEADER, ...lines].join('\n'), 'feed.csv');
const values = (networkProgramId: string, name: string, primaryUrl = 'a.example') => ({
  networkProgramId,
  name,
  primaryUrl,
});
const notClosed = (row: string) => `row: has a quote that is not closed: ${row}`;
const notClosedBefore = (line: number, row: string) =>
  `row: has a quote that is not closed before line ${line}, which could be a row of its own: ${row}`;

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
    const text = [HEADER, '1,A,a.example', '2,"B', 'b",a.example', '3,C,a.example'].join(end);
    expect(await shortly(text, 'feed.csv')).toEqual([
      [2, values('1', 'A')],
      [3, values('2', 'B\nb')],
      [5, values('3', 'C')],
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

  test('may have empty lines, which are no rows', async () => {
    expect(await csv('', '1,A,a.example', '', '', '2,B,a.example', '')).toEqual([
      [3, values('1', 'A')],
      [6, values('2', 'B')],
    ]);
  });

  test.each([' ', ',,', ' , ,\t', '"","",""', ',', ',,,,'])('has no row in the line %j', async (line) => {
    expect(await csv(line, '1,A,a.example', line, line)).toEqual([[3, values('1', 'A')]]);
  });

  test('rejects a row with a wrong number of cells, and still reads its key', async () => {
    const records = await recordsOf(`${HEADER}\n1,A\n2,B,a.example,x\n3,C,a.example\n`, 'feed.csv');
    expect(records).toMatchObject([
      {
        file: 'feed',
        line: 2,
        problem: { field: 'row', reason: 'has 2 cells where the header has 3: 1,A' },
        values: { networkProgramId: '1', name: 'A', primaryUrl: null },
      },
      {
        file: 'feed',
        line: 3,
        problem: { field: 'row', reason: 'has 4 cells where the header has 3: 2,B,a.example,x' },
        values: values('2', 'B'),
      },
      { file: 'feed', line: 4, values: values('3', 'C') },
    ]);
  });

  test('that is cut in its last line rejects that row', async () => {
    expect(await csv('1,A,a.example', '2,B')).toEqual([
      [2, values('1', 'A')],
      [3, 'row: has 2 cells where the header has 3: 2,B'],
    ]);
  });

  test.each(['', '\ufeff\n\n'])('fails where it is empty, as %j is', async (text) => {
    await expect(shortly(text, 'feed.csv')).rejects.toThrow('feed is empty');
  });
});

describe('a quoted cell of a CSV file', () => {
  test('may have doubled quotes and line ends; the number of a record is that of its first line', async () => {
    expect(await csv('1,"A ""B""",a.example', '2,"C', '', 'D",a.example', '3,E,a.example')).toEqual([
      [2, values('1', 'A "B"')],
      [3, values('2', 'C\n\nD')],
      [6, values('3', 'E')],
    ]);
  });

  test.each([
    ['the first column', 'name,networkProgramId,primaryUrl', '"A\nB",1,a.example'],
    ['the first column, with a comma', 'name,networkProgramId,primaryUrl', '"A,\nB",1,a.example'],
    ['the last column', 'networkProgramId,primaryUrl,name', '1,a.example,"A\nB"'],
    ['two columns', 'networkProgramId,primaryUrl,name,x', '1,a.example,"A\nB","y\nz"'],
    ['a file with CRLF', 'networkProgramId,name,primaryUrl', '1,"A\r\nB",a.example\r'],
  ])('may go over two lines in %s', async (_, header, row) => {
    const [record] = await recordsOf(`${header}\n${row}\n`, 'feed.csv');
    expect(record).toMatchObject({
      line: 2,
      values: {
        networkProgramId: '1',
        name: expect.stringMatching(/^A,?\nB$/) as unknown,
        primaryUrl: 'a.example',
      },
    });
  });

  test('makes no record of a row that has nothing but line ends', async () => {
    expect(await csv('1,A,a.example', '"', '",,', '2,B,a.example')).toEqual([
      [2, values('1', 'A')],
      [5, values('2', 'B')],
    ]);
  });

  test('may have commas in its lines, as long as none of them has the cells of a row', async () => {
    const text = `${HEADER},note\n1,A,a.example,"1 Street\n12345 Town, State\nCountry"\n2,B,a.example,x`;
    expect(await shortly(text, 'feed.csv')).toEqual([
      [2, { ...values('1', 'A'), note: '1 Street\n12345 Town, State\nCountry' }],
      [5, { ...values('2', 'B'), note: 'x' }],
    ]);
  });

  test('that goes over lines with the cells of a row is not believed', async () => {
    expect(await csv('1,"A', '2,B,b.example', 'C",a.example', '3,D,a.example')).toEqual([
      [2, notClosedBefore(3, '1,"A')],
      [3, values('2', 'B', 'b.example')],
      [4, 'row: has 2 cells where the header has 3: C",a.example'],
      [5, values('3', 'D')],
    ]);
  });

  test('is not believed where another cell of its record of several lines is not quoted correctly', async () => {
    expect(await csv('1,12" A,"a', '.example"', '2,B,a.example')).toEqual([
      [2, notClosed('1,12" A,"a')],
      [3, 'row: has 1 cell where the header has 3: .example"'],
      [4, values('2', 'B')],
    ]);
  });

  test.each([199, 200])('may go over 200 lines and no more: a name with %d line ends', async (ends) => {
    const records = await csv(`1,"A${'\n'.repeat(ends)}B",a.example`, '2,C,a.example');
    expect(records[0]).toEqual(
      ends < 200 ? [2, values('1', `A${'\n'.repeat(ends)}B`)] : [2, notClosed('1,"A')],
    );
    expect(records.at(-1)).toEqual([ends + 3, values('2', 'C')]);
  });
});

describe('a stray quote in a CSV file', () => {
  test('inside of a cell that does not begin with one is a character', async () => {
    expect(await csv('1,12" vinyl,a.example', '2,B,a.example')).toEqual([
      [2, values('1', '12" vinyl')],
      [3, values('2', 'B')],
    ]);
  });

  test('behind a quoted word at the beginning of a cell is a character', async () => {
    expect(await csv('1,"Blue" Shop,a.example', '2,"A" and "B",a.example', '3,"A ""B"" C,a.example')).toEqual(
      [
        [2, values('1', '"Blue" Shop')],
        [3, values('2', '"A" and "B"')],
        [4, notClosed('3,"A ""B"" C,a.example')],
      ],
    );
  });

  test('costs its own row alone where a second one follows some rows later', async () => {
    const rows = [
      '1,"A,a.example',
      '2,B,a.example',
      '3,C,a.example',
      '4,D 12" vinyl,a.example',
      '5,E,a.example',
    ];
    expect(await csv(...rows)).toEqual([
      [2, notClosedBefore(3, '1,"A,a.example')],
      [3, values('2', 'B')],
      [4, values('3', 'C')],
      [5, values('4', 'D 12" vinyl')],
      [6, values('5', 'E')],
    ]);
  });

  test('costs its own row alone where a second one at the end of a cell makes both look like quotes', async () => {
    expect(await csv('1,"A,a.example', '2,LP 12",a.example', '3,C,a.example')).toEqual([
      [2, notClosedBefore(3, '1,"A,a.example')],
      [3, values('2', 'LP 12"')],
      [4, values('3', 'C')],
    ]);
  });

  test('in the first column costs its own row alone, whose key can be read', async () => {
    const records = await recordsOf(`${HEADER}\n"1,A,a.example\n2",B,a.example\n3,C,a.example`, 'feed.csv');
    expect(records).toEqual([
      {
        ...{ file: 'feed', line: 2, values: values('1', 'A') },
        problem: {
          field: 'row',
          reason:
            'has a quote that is not closed before line 3, which could be a row of its own: "1,A,a.example',
        },
      },
      { file: 'feed', line: 3, values: values('2"', 'B') },
      { file: 'feed', line: 4, values: values('3', 'C') },
    ]);
  });

  test('left over from a pair rejects its row, whose key can be read', async () => {
    const [record] = await recordsOf(`${HEADER}\n"1,"A","a.example"\n`, 'feed.csv');
    expect(record).toMatchObject({
      problem: { reason: expect.any(String) as unknown },
      values: values('1', 'A'),
    });
  });

  test.each([
    ['\\t', '\t'],
    [';', ';'],
    ['|', '|'],
  ])('costs its own row alone in a file delimited by %s', async (_, delimiter) => {
    const rows = [HEADER, '1,"A,a.example', '2,B,a.example', '3,C 12",a.example'];
    expect(await shortly(rows.join('\n').replaceAll(',', delimiter), 'feed.csv')).toMatchObject([
      [2, expect.stringContaining('has a quote that is not closed before line 3')],
      [3, values('2', 'B')],
      [4, values('3', 'C 12"')],
    ]);
  });

  test('costs its own row alone in a gzip file', async () => {
    const text = [HEADER, '1,"A,a.example', '2,B,a.example', '3,C 12" x,a.example'].join('\r\n');
    expect(await shortly(gzip(text), 'feed.csv.gz')).toMatchObject([
      [2, expect.any(String)],
      [3, values('2', 'B')],
      [4, values('3', 'C 12" x')],
    ]);
  });

  test('costs its own row alone before a row that has quoted cells itself', async () => {
    expect(await csv('1,"A,a.example', '"2","B, b","a.example"', '3,"",a.example')).toEqual([
      [2, notClosed('1,"A,a.example')],
      [3, values('2', 'B, b')],
      [4, { ...values('3', ''), name: null }],
    ]);
  });

  test.each([1, 998])('costs its own row alone in line %d of a thousand', async (index) => {
    const lines = Array.from({ length: 1000 }, (_, line) => `${line},N,a.example`);
    lines[index] = `${index},"N,a.example`;
    const records = await csv(...lines);
    expect(records).toHaveLength(1000);
    expect(records[index]).toEqual([index + 2, notClosedBefore(index + 3, `${index},"N,a.example`)]);
    expect(records[index + 1]).toEqual([index + 3, values(String(index + 1), 'N')]);
  });

  test('in the last row costs that row alone, and the cell that may be cut is not read', async () => {
    const records = await recordsOf(`${HEADER}\n1,A,a.example\n2,B,"a.exa`, 'feed.csv');
    expect(records[1]).toMatchObject({
      ...{ file: 'feed', line: 3 },
      problem: { field: 'row', reason: 'has a quote that is not closed: 2,B,"a.exa' },
      values: { networkProgramId: '2', name: 'B', primaryUrl: null },
    });
  });
});

describe('the header of a CSV file', () => {
  test('may go over several lines, as quotes allow it', async () => {
    const text = `\r\n${HEADER},"note, of\r\nthe shop"\r\n1,A,a.example,x\r\n`;
    expect(await shortly(text, 'feed.csv')).toEqual([
      [4, { ...values('1', 'A'), 'note, of\nthe shop': 'x' }],
    ]);
    expect(await shortly(`"networkProgramId\n";name;"primaryUrl"\n1;A;a.example`, 'feed.csv')).toEqual([
      [3, values('1', 'A')],
    ]);
  });

  test.each([1, 2])(
    'with a stray quote inside of a name is one line, also before %d such rows',
    async (count) => {
      const rows = ['1,A,a.example,x', '2,12" B,a.example,y'];
      const text = [`${HEADER},12"`, ...rows.slice(0, count)].join('\n');
      const expected = [
        [2, { ...values('1', 'A'), '12"': 'x' }],
        [3, { ...values('2', '12" B'), '12"': 'y' }],
      ];
      expect(await shortly(text, 'feed.csv')).toEqual(expected.slice(0, count));
    },
  );

  test.each([1, 1000])('with a quote that is never closed fails, before %d rows', async (count) => {
    const text = `${HEADER},"x\n${'1,A,a.example\n'.repeat(count)}`;
    await expect(shortly(text, 'feed.csv')).rejects.toThrow(
      'feed has a quote in its header that is not closed',
    );
  });

  test('with a stray quote takes in no row, but fails', async () => {
    const text = `${HEADER},"note\n1,A,a.example,x\n2,B,a.example,12"\n3,C,a.example,y\n`;
    await expect(shortly(text, 'feed.csv')).rejects.toThrow(
      'feed has a quote in its header that is not closed',
    );
  });

  test('names the required columns that it lacks, and those that it has', async () => {
    await expect(shortly('name,slug,url\nA,a,https://a.example\n', 'feed.csv')).rejects.toThrow(
      'feed lacks the required columns networkProgramId, primaryUrl; it has "name", "slug", "url"',
    );
  });

  test.each(['NetworkProgramID', 'network_program_id', 'Network Program Id', 'networkprogramid'])(
    'with the column %s lets the message ask whether networkProgramId is meant',
    async (name) => {
      await expect(shortly(`${name};name;primaryUrl\n1;A;a.example\n`, 'feed.csv')).rejects.toThrow(
        `feed lacks the required column networkProgramId; it has "${name}" (did you mean networkProgramId?), "name", "primaryUrl"`,
      );
    },
  );

  test.each([
    ['an HTML page', '<!DOCTYPE html><html>Error</html>'],
    ['XML', '<?xml version="1.0"?>\n<programs>'],
    ['a JSON array (--format json)', '[{"networkProgramId":"1","name":"A"}]'],
    ['a JSON array (--format json)', '[\n  {'],
    ['NDJSON (--format ndjson)', '{"networkProgramId":"1","name":"A"}\n'],
  ])('that looks like %s fails with that word', async (format, text) => {
    await expect(shortly(text, 'feed.csv')).rejects.toThrow(
      `feed lacks the required columns networkProgramId, name, primaryUrl; it looks like ${format}`,
    );
  });

  test('has the delimiter that yields the required names, though another is more frequent', async () => {
    expect(
      await shortly(`networkProgramId;name;primaryUrl;a,b,c,d,e\n1;A;a.example;x\n`, 'feed.csv'),
    ).toEqual([[2, { ...values('1', 'A'), 'a,b,c,d,e': 'x' }]]);
  });

  test.each(['sep=;', 'SEP=;', '"sep=;"', '\ufeffsep=;'])(
    'may follow a line %j, which names the delimiter and is no header',
    async (line) => {
      const text = `${line}\r\nnetworkProgramId;name;primaryUrl\r\n1;A, B;a.example\r\n`;
      expect(await shortly(text, 'feed.csv')).toEqual([[3, values('1', 'A, B')]]);
    },
  );

  test('may follow a line sep= with a delimiter that is found in no other way', async () => {
    const text = 'sep=^\nnetworkProgramId^name^primaryUrl\n1^A^a.example\n';
    expect(await shortly(text, 'feed.csv')).toEqual([[3, values('1', 'A')]]);
  });

  test('may follow a line sep= that names another delimiter than the file has', async () => {
    const text = 'sep=,\nnetworkProgramId;name;primaryUrl\n1;A;a.example\n';
    expect(await shortly(text, 'feed.csv')).toEqual([[3, values('1', 'A')]]);
  });

  test('has no column twice that is read', async () => {
    await expect(shortly(`${HEADER},name\n1,A,a.example,B\n`, 'feed.csv')).rejects.toThrow(
      'feed has the column name twice',
    );
  });
});
