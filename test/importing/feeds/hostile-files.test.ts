import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { ImportFailed } from '../../../src/importing/import-errors.js';
import { jsonListing } from '../../../src/importing/feeds/listings/json-listing.js';
import { xmlListing } from '../../../src/importing/feeds/listings/xml-listing.js';
import { runs } from '../damage.js';
import { inTurn, itemsOf } from '../files/collect.js';
import { preview, temporaryFile } from './feeds.js';

const cj = (advertisers: string, before = ''): string =>
  temporaryFile(`<?xml version="1.0"?>${before}<cj-api><advertisers>${advertisers}</advertisers></cj-api>`);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const advertiser = (name: string): string =>
  `<advertiser><advertiser-id>1</advertiser-id><advertiser-name>${name}</advertiser-name>` +
  '<program-url>shop.example</program-url></advertiser>';

describe('An XML feed', () => {
  test.each([
    ['an external entity', '<!DOCTYPE cj-api [<!ENTITY x SYSTEM "file:///etc/passwd">]>', '&x;'],
    ['an entity bomb', '<!DOCTYPE cj-api [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>', '&b;'],
    ['an external document type', '<!DOCTYPE cj-api SYSTEM "https://evil.example/cj.dtd">', 'Shop'],
  ])('with %s is rejected', async (_, doctype, name) => {
    await expect(preview({ feed: 'cj', files: [cj(advertiser(name), doctype)] })).rejects.toThrow(
      /has a document type \(DTD\)/,
    );
  });

  test('keeps a reference to an entity that nothing defines', async () => {
    const { programs, warnings } = await preview({ feed: 'cj', files: [cj(advertiser('Shop &secret;'))] });
    expect(programs).toMatchObject([{ name: 'Shop &secret;' }]);
    expect(warnings).toEqual(['feed has 1 characters or references that XML does not allow']);
  });

  test('ignores control characters and references to them', async () => {
    const name = 'Be\u0007ll &#x8;and &#1;Book';
    const { programs } = await preview({ feed: 'cj', files: [cj(advertiser(name) + advertiser('Next'))] });
    expect(programs).toMatchObject([{ name: 'Bell and Book' }, { name: 'Next' }]);
  });

  test.each([
    ['Tom & Jerry', 'Tom & Jerry'],
    ['AT&T', 'AT&T'],
    ['A &', 'A &'],
    ['x && y; z', 'x && y; z'],
    ['a &amp; b &#38; c &lt;', 'a & b & c <'],
    ['<![CDATA[a & b]]>', 'a & b'],
    ['<!-- & -->A & B', 'A & B'],
    ['<?note <!-- & ?>A & B', 'A & B'],
  ])('reads the bare & of %s as itself', async (name, read) => {
    const { programs } = await preview({ feed: 'cj', files: [cj(advertiser(name) + advertiser('Next'))] });
    expect(programs).toMatchObject([{ name: read }, { name: 'Next' }]);
  });

  test('reads XML with blank lines before its declaration', async () => {
    const { programs } = await preview({
      feed: 'cj',
      files: [temporaryFile(`\n\n${readFileSync(cj(advertiser('Shop')), 'utf8')}`)],
    });
    expect(programs).toMatchObject([{ name: 'Shop' }]);
  });

  test('counts a bare & among the characters that XML does not allow', async () => {
    const { warnings } = await preview({ feed: 'cj', files: [cj(advertiser('A & B & C'))] });
    expect(warnings).toEqual(['feed has 2 characters or references that XML does not allow']);
  });

  test('reads a bare & wherever a chunk ends', async () => {
    const records = async (chunks: string[]): Promise<unknown[]> => {
      const test = ({ path }: { path: string }) => (path === 'l.p' ? ('at path' as const) : undefined);
      const batches = xmlListing(
        inTurn(chunks),
        'feed',
        test,
        (name) => name,
        () => {},
      );
      return (await itemsOf(batches)).map(({ values }) => values?.['n']);
    };
    const text = '<l><p><n>a & b &amp; c<![CDATA[ & ]]><!-- & -->&x; &amp</n></p><p><n>&</n></p></l>';
    for (let length = 1; length < text.length; length++) {
      expect(await records([text.slice(0, length), text.slice(length)])).toEqual([
        'a & b & c & &x; &amp',
        '&',
      ]);
    }
    expect(await records([...text])).toEqual(['a & b & c & &x; &amp', '&']);
  });

  test.each([
    [
      '<cj-api>\n<advertisers>\n<advert',
      'feed is cut at line 3, column 7: its element advertisers does not end; fetch it again',
    ],
    [
      '<cj-api>\n<advertisers>\n<advertiser><advertiser-name>Tom',
      'feed is cut at line 3, column 32: its element advertiser-name does not end; fetch it again',
    ],
    [
      '<cj-api><advertisers/></cj-api>\n<?xml version="1.0"?>\n<cj-api/>',
      'feed has a second XML document at line 2, column 6; save each response in a file of its own',
    ],
    [
      '<cj-api>\n<advertisers>1 < 2</advertisers></cj-api>',
      'feed is not well-formed XML at line 2, column 17: disallowed character in tag name; fetch it again, or report it to the network',
    ],
    [
      '<cj-api><advertisers></cj-api>',
      'feed is not well-formed XML at line 1, column 30: unexpected close tag; fetch it again, or report it to the network',
    ],
  ])('with the content %j fails with its place and what to do', async (content, message) => {
    const file = temporaryFile(content);
    const failure = await preview({ feed: 'cj', files: [file] }).catch((error: Error) => error);
    expect((failure as Error).message.replace(file, 'feed')).toBe(message);
  });

  test('with bytes that are not UTF-8 loses only their row', async () => {
    const file = Buffer.concat([
      Buffer.from('<cj-api><advertisers>'),
      Buffer.from(advertiser('Caf\u00e9'), 'latin1'),
      Buffer.from(advertiser('Next').replace('>1<', '>2<')),
      Buffer.from('</advertisers></cj-api>'),
    ]);
    const { programs, rejections } = await preview({ feed: 'cj', files: [temporaryFile(file)] });
    expect(programs).toMatchObject([{ networkProgramId: '2' }]);
    expect(rejections).toEqual(['feed:1: name: is not valid UTF-8: "Caf�"']);
  });
});

describe('A JSON feed', () => {
  test.each([
    ['[{"displayUrl":1},\n{"id":2', 'feed is cut at line 2, column 8: its JSON does not end; fetch it again'],
    ['[{"displayUrl":1},\n{"na', 'feed is cut at line 2, column 5: its JSON does not end; fetch it again'],
    [
      '{null',
      'feed is not valid JSON at line 1, column 2: "null"; fetch it again, or report it to the network',
    ],
    ['[nul', 'feed is cut at line 1, column 5: its JSON does not end; fetch it again'],
    ['[{"displayUrl":1}\n', 'feed is cut at line 2, column 1: its JSON does not end; fetch it again'],
    [
      '[{"id":1}]\n[{"id":2}]',
      'feed has a second JSON document at line 2, column 1; save each response in a file of its own, or read one object a line as ndjson',
    ],
    [
      '{"id":1}\r\n{"id":2}\r\n',
      'feed has a second JSON document at line 2, column 1; save each response in a file of its own, or read one object a line as ndjson',
    ],
    ['[{"id":1}];', 'feed has more text after its JSON, at line 1, column 11: ";"'],
    [
      '[{"id":1},\n {"id":2,}]',
      'feed is not valid JSON at line 2, column 10: "}]"; fetch it again, or report it to the network',
    ],
    [
      "[{'id':1}]",
      `feed is not valid JSON at line 1, column 3: "'id':1}]"; fetch it again, or report it to the network`,
    ],
    [
      '[{"id":NaN}]',
      'feed is not valid JSON at line 1, column 8: "NaN}]"; fetch it again, or report it to the network',
    ],
    [
      '{"error":{"message":"Token expired"}}',
      'feed is not a file of the feed awin: it has no list of programs; its message is "Token expired"',
    ],
    [
      '{"data":[],"page":1}',
      'feed is not a file of the feed awin: it has no list of programs; it has "data", "page"',
    ],
    [
      '<!DOCTYPE html>\n<html><head><title>Sign in</title></head></html>',
      'feed is an HTML page with the title "Sign in", not a feed; check the address and the login, and fetch it again',
    ],
  ])('with the content %j fails with its place and what to do', async (content, message) => {
    const file = temporaryFile(content);
    const failure = await preview({ feed: 'awin', files: [file] }).catch((error: Error) => error);
    expect((failure as Error).message.replace(file, 'feed')).toBe(message);
  });

  /** The document that the chunks hold, as JSON, or the error. */
  async function read(chunks: string[]): Promise<string | Error> {
    const batches = jsonListing(
      inTurn(chunks),
      'feed',
      () => undefined,
      (name) => name,
    );
    try {
      for (;;) {
        const { done, value } = await batches.next();
        if (done) return JSON.stringify(value);
      }
    } catch (error) {
      return error as Error;
    }
  }

  test('of tokens in any order, cut anywhere, is read exactly when it is JSON', async () => {
    const token = fc.constantFrom(
      ...'{}[],:'.split(''),
      ...['"a"', 'null', 'true', '-1.5e3', '"\\u00e9', '0', ' '],
    );
    const wrong = fc.constantFrom('tru', '-', '01', '1.', 'NaN', "'a'", '\\', '"\\x"', '\u0000', '#');
    const tokens = fc.array(fc.oneof({ weight: 20, arbitrary: token }, { weight: 1, arbitrary: wrong }));
    const json = fc.json().map((text) => [text]);
    await fc.assert(
      fc.asyncProperty(fc.oneof(tokens, json), fc.array(fc.nat(40)), async (parts, lengths) => {
        const text = `[${parts.join('')}]`;
        const chunks: string[] = [];
        let end = 0;
        for (const length of lengths) chunks.push(text.slice(end, (end += length)));
        const result = await read([...chunks, text.slice(end)]);
        if (isJson(text)) expect(result).toEqual(expect.any(String));
        else expect(result).toBeInstanceOf(ImportFailed);
      }),
      runs(2000),
    );
  });

  test('is checked wherever a chunk ends', async () => {
    const messageOf = async (chunks: string[]): Promise<string> => {
      const result = await read(chunks);
      return result instanceof Error ? result.message.replace(/: ".*/, '') : result;
    };
    const valid = '{"a\\"b":[1,-2.5e3,true,null,"x\\u00e9y",{}],"c":""}';
    const invalid = valid.replace('null', 'nulL');
    for (const text of [valid, invalid]) {
      const whole = await messageOf([text]);
      if (text === valid) expect(whole).toBe(JSON.stringify(JSON.parse(valid)));
      else expect(whole).toMatch(/column 24$/);
      for (let length = 1; length < text.length; length++)
        expect(await messageOf([text.slice(0, length), text.slice(length)])).toBe(whole);
      expect(await messageOf([...text])).toBe(whole);
    }
  });
});

describe('A file without end', () => {
  const never = (): undefined => undefined;
  const same = (name: string): string => name;
  const endless = async function* (start: string, again: string): AsyncGenerator<string> {
    yield start;
    const chunk = again.repeat(Math.ceil(65536 / again.length));
    for (;;) yield await Promise.resolve(chunk);
  };
  const drain = async (batches: AsyncIterable<unknown>): Promise<void> => {
    for await (const batch of batches) expect(batch).toEqual([]);
  };

  test.each([
    ['a text', '<a>', 'x'],
    ['a comment', '<!--', 'x'],
    ['a name', '<a', 'x'],
    ['attributes', '<a ', 'b="c" '],
    ['an entity', '<a>&', 'x'],
    ['elements', '<a>', '<b/>'],
    ['levels', '', '<a>'],
    ['white space', '', ' '],
  ])('of %s is rejected as XML', async (_, start, again) => {
    await expect(drain(xmlListing(endless(start, again), 'feed', never, same, () => {}))).rejects.toThrow(
      ImportFailed,
    );
  });

  test.each([
    ['a text', '"', 'x'],
    ['a key', '{"', 'x'],
    ['a number', '[1', '1'],
    ['elements', '[1', ',1'],
    ['objects', '[1', ',{"a":{}}'],
    ['levels', '', '[{"a":'],
    ['white space', '[', ' '],
  ])('of %s is rejected as JSON', async (_, start, again) => {
    await expect(drain(jsonListing(endless(start, again), 'feed', never, same))).rejects.toThrow(
      ImportFailed,
    );
  });
});
