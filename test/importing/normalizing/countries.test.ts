import { describe, expect, test } from '@jest/globals';
import { countries, country, countryCode } from '../../../src/importing/normalizing/countries.js';
import { normalized } from './normalized.js';

/** The normalized list, and the warnings about it. */
function list(value: unknown): [unknown, string[]] {
  const warnings: string[] = [];
  return [normalized(countries, warnings)(value), warnings];
}

describe('the field countries', () => {
  test.each([
    ['a JSON array', ['de', ' AT ', 'CH', 'DE'], '{DE,AT,CH}'],
    ['codes between bars', 'DE|at|CH|de', '{DE,AT,CH}'],
    ['codes between commas', 'DE,AT', '{DE,AT}'],
    ['codes between semicolons and blanks', 'DE; at ;;CH', '{DE,AT,CH}'],
    ['an array of such texts', ['DE,AT', 'CH'], '{DE,AT,CH}'],
    ['UK for GB', 'UK|GB|IE', '{GB,IE}'],
  ])('takes %s, in upper case, in the order of the feed, without repeats', (_, value, codes) => {
    expect(list(value)).toEqual([codes, []]);
  });

  test('ignores an unknown code with a warning', () => {
    expect(list('EN|DE|XX')).toEqual([
      '{DE}',
      ['unknown code "EN" is ignored', 'unknown code "XX" is ignored'],
    ]);
  });

  test.each([
    ['an array', ['EN'], ['EN']],
    ['a text', 'EN|DE AT', ['EN', 'DE AT']],
  ])('counts as absent where %s has no known code, so that the stored list stays', (_, value, unknown) => {
    expect(list(value)).toEqual([undefined, unknown.map((code) => `unknown code "${code}" is ignored`)]);
  });

  test('takes no other letters for ASCII ones, whatever their upper case is', () => {
    const [codes, warnings] = list('ß|ﬁ|Dı|ſe|DE');
    expect(codes).toBe('{DE}');
    expect(warnings).toHaveLength(4);
  });

  test.each([[[]], [''], ['|']])('is an empty list for %j', (value) => {
    expect(list(value)).toEqual(['{}', []]);
  });

  test('is null for null', () => {
    expect(list(null)).toEqual([null, []]);
  });

  test.each([5, true, { DE: 1 }, { code: 'DE' }])('rejects %j', (value) => {
    expect(() => list(value)).toThrow('is not a list of country codes');
  });

  test.each([[['DE', 5]], [[{ code: 'DE' }]], [['DE', null]], [[['DE']]]])(
    'rejects the array %j',
    (value) => {
      expect(() => list(value)).toThrow('is not a country code');
    },
  );
});

describe('the field addressCountry', () => {
  const one = normalized(country);

  test('takes one code in any case, and UK for GB', () => {
    expect(one('ch')).toBe('CH');
    expect(one('uk')).toBe('GB');
  });

  test('counts as absent for an unknown code, so that the stored one stays', () => {
    expect(one('XX')).toBeUndefined();
  });

  test('is null for an empty text', () => {
    expect(one('')).toBeNull();
  });

  test.each([[['CH']], [{ code: 'CH' }], [7]])('rejects %j', (value) => {
    expect(() => one(value)).toThrow('is not a country code');
  });
});

test('country codes are the 249 of ISO 3166-1, without EU', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const known = letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => countryCode(code) === code);
  expect(known).toHaveLength(249);
  expect(known).not.toContain('EU');
});
