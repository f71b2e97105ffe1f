import { domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { sorts } from '../client/sort-fields.js';
import { type ModelFilters, type ModelRow, wordsOf } from './list-model.js';

/** Words of names and of searches: accents, width, ligatures, scripts, signs of patterns and of SQL, short ones. */
const WORDS = [
  'Müller MULLER ＭＵＬＬＥＲ müllers Sohne Söhne a ab Ab b 日本 日 日本の本屋 ほんや ホンヤ ﾎﾝﾔ 한글 하 Łódź lodz Straße STRASSE',
  'Σίσυφος ΟΔΟΣ οδος İstanbul ısı q\u0323\u0307 e\u20d0 ﬁne fine Ⅷ viii ½ ㍿ ﷺ 𝐁old 😀 й и שָׁלוֹם ไทย हिन्दी shop',
  "100% % %a a_b _ __ \\ \\% a\\b \"q\" 'x' '' -- $1 & + d-e e.c . 。",
].flatMap((line) => line.split(' '));
const HOSTS = [
  'shop.example www.shop.example ab.example a-b.example a_b.example b.ab.example x.co xn--mller-kva.example',
  'xn--r8jz45g.example xn--bcher-kva.shop.example xn--strae-oqa.example xn--4xa.example',
].flatMap((line) => line.split(' '));
const COUNTRIES = ['DE', 'AT', 'CH', 'GB', 'FR', 'EU'];

const clean = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim();
const word = fc.constantFrom(...WORDS);
const name = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 4 }), fc.constantFrom(' ', ' ', ' ', ''))
  .map(([words, separator]) => clean(words.join(separator)));
const host = fc.constantFrom(...HOSTS);
const day = fc.constantFrom('2020-01-01', '2020-02-29', '0001-01-01', '9999-12-31');
const time = fc.constantFrom(
  '2026-01-31T08:15:30.500Z',
  '2026-01-31T08:15:30.501Z',
  '2015-11-13T00:00:00.000Z',
);
const often = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 3 });

const network = fc.record({
  name,
  url: host,
  live: fc.constantFrom(true, true, true, false),
  createdAt: time,
  updatedAt: time,
  lastSync: often(time),
  subIdLength: often(fc.integer({ min: 0, max: 3 })),
  addressCountry: often(fc.constantFrom(...COUNTRIES)),
});
const program = fc.record({
  name,
  of: fc.nat(),
  networkProgramId: fc.constantFrom('1', '01', 'A', 'a', 'é', 'A 1', '100%', 'a_1', '\\', '本'),
  primaryUrl: host,
  status: fc.constantFrom(true, true, true, true, false),
  createdAt: time,
  updatedAt: time,
  dateStarted: often(day),
  dateClosed: often(day),
  countries: fc.uniqueArray(fc.constantFrom(...COUNTRIES), { maxLength: 3 }),
});

export interface ModelDirectory {
  networks: ModelRow[];
  programs: ModelRow[];
}

/** Directories with a number of programs. */
export const directories = (size: { min: number; max: number }): fc.Arbitrary<ModelDirectory> =>
  fc
    .tuple(
      fc.uniqueArray(network, { minLength: 1, maxLength: 60, size: 'max', selector: (each) => each.name }),
      fc.array(program, { minLength: size.min, maxLength: size.max, size: 'max' }),
    )
    .map(([networks, programs]) => directoryOf(networks, programs));

type Value<T> = T extends fc.Arbitrary<infer V> ? V : never;

function directoryOf(networks: Value<typeof network>[], programs: Value<typeof program>[]): ModelDirectory {
  const taken = new Set<string>();
  const rows = programs.map(({ of, networkProgramId, ...columns }, at) => {
    const networkId = 1 + (of % networks.length);
    const key = `${networkId} ${networkProgramId}`;
    const isTaken = taken.has(key);
    taken.add(key);
    return {
      ...{ ...columns, id: at + 1, networkId, networkName: networks[networkId - 1]!.name },
      networkProgramId: isTaken ? `${networkProgramId} ${at}` : networkProgramId,
    };
  });
  const active = (id: number) => rows.filter(({ networkId, status }) => networkId === id && status).length;
  return {
    networks: networks.map((columns, at) => ({
      ...columns,
      id: at + 1,
      countProgramsActive: active(at + 1),
    })),
    programs: rows,
  };
}

/** The directory with each program `copies` times, apart from its identifiers. */
export function copiesOf({ networks, programs }: ModelDirectory, copies: number): ModelDirectory {
  return {
    networks: networks.map((row) => ({
      ...row,
      countProgramsActive: (row.countProgramsActive as number) * copies,
    })),
    programs: Array.from({ length: copies }, () => programs)
      .flat()
      .map((row, at) => ({
        ...row,
        id: at + 1,
        networkProgramId: `${row.networkProgramId as string} ${at}`,
      })),
  };
}

/** A request for a list: its path, and what restricts and orders it. */
export interface ModelQuery {
  path: string;
  filters: ModelFilters;
  sort: string;
}

/** What clients make of a text without changing its meaning for `search`. */
const spelling = fc.constantFrom(
  (text: string) => text,
  (text: string) => text.toUpperCase(),
  (text: string) => text.toLowerCase(),
  (text: string) => text.normalize('NFD'),
  (text: string) => text.normalize('NFKD').replace(/\p{Mn}/gu, ''),
  (text: string) =>
    text.replace(/[!-~]/g, (character) => String.fromCodePoint(character.codePointAt(0)! + 0xfee0)),
);
const part = fc
  .tuple(fc.oneof(word, host, host.map(domainToUnicode)), fc.nat(5), fc.integer({ min: 1, max: 12 }))
  .map(([text, from, length]) => [...text].slice(from, from + length).join(''));
const searched = fc
  .tuple(
    fc.array(fc.tuple(fc.oneof(word, part, part), spelling), { minLength: 1, maxLength: 4 }),
    fc.constantFrom(' ', '  ', '\t', '\u3000'),
  )
  .map(([words, blank]) => words.map(([text, spell]) => spell(text)).join(blank))
  .filter(
    (text) => [...text.trim()].length >= 2 && [...text.trim()].length <= 100 && wordsOf(text).length > 0,
  );

const url = fc
  .tuple(
    fc.oneof(host, host.map(domainToUnicode)),
    fc.constantFrom(
      (name: string) => name,
      (name: string) => name.toUpperCase(),
      (name: string) => `https://${name}:8443/path?x#y`,
      (name: string) => ` ${name}./a `,
      (name: string) => `www.${name}`,
    ),
  )
  .map(([name, spell]) => spell(name));
const spacing = fc.constantFrom(
  (text: string) => text,
  (text: string) => ` ${text.replaceAll(' ', ' \t')}\n`,
  (text: string) => text.normalize('NFD'),
);
const code = fc.constantFrom(...COUNTRIES, 'UK', 'uk', 'at', 'De', 'XX', 'unknown', 'Unknown');
const several = (value: fc.Arbitrary<string>) => fc.array(value, { minLength: 1, maxLength: 3 });
const one = (value: fc.Arbitrary<string>) => value.map((text) => [text]);
const exact = (values: string[]) =>
  several(fc.tuple(fc.constantFrom(...values, 'nosuch'), spacing).map(([text, space]) => space(text)));

/** A request for a list of a directory, in any form, with any of its filters. */
export function queries({ networks, programs }: ModelDirectory): fc.Arbitrary<ModelQuery> {
  const ids = networks.map(({ id }) => String(id));
  const names = networks.map((each) => each.name as string);
  const given = programs.slice(0, 20).map((each) => each.networkProgramId as string);
  const ofPrograms = {
    search: one(searched),
    country: several(code),
    networkProgramId: exact(['A', ...given]),
  };
  const ofNetwork = {
    '': { networkId: several(fc.constantFrom(...ids, '2147483647')) },
    '/api/v1': { networkName: exact(names) },
  };
  return fc.constantFrom('' as const, '/api/v1' as const).chain((form) =>
    fc.oneof(
      {
        weight: 3,
        arbitrary: query(`${form}/programs`, { ...ofPrograms, ...ofNetwork[form], url: one(url) }),
      },
      {
        weight: 2,
        arbitrary: query(`${form}/programs-batch`, {
          ...{ ...ofPrograms, ...ofNetwork[form] },
          urls: fc.array(url, { maxLength: 8 }),
        }),
      },
      {
        weight: 1,
        arbitrary: query(`${form}/networks`, {
          search: one(searched),
          ...(form === '/api/v1' && { addressCountry: several(code) }),
        }),
      },
    ),
  );
}

function query(path: string, filters: Record<string, fc.Arbitrary<string[]>>): fc.Arbitrary<ModelQuery> {
  const list = path.replace('-batch', '');
  return fc.record({
    path: fc.constant(path),
    filters: fc
      .subarray(Object.keys(filters), { maxLength: Math.min(3, Object.keys(filters).length) })
      .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, filters[name]!])))),
    sort: fc
      .tuple(fc.constantFrom('', '-'), fc.constantFrom(...sorts.filter((sort) => sort.path === list)))
      .map(([direction, { field }]) => direction + field),
  });
}
