import { describe, expect, test } from '@jest/globals';
import {
  countries as countriesNormalizer,
  country,
  countryCode,
} from '../../../src/importing/normalizing/countries.js';
import { normalized } from './normalized.js';

const leftOut: string[] = [];
const countries = normalized(countriesNormalizer, leftOut);

describe('countries', () => {
  test('are codes in upper case, in the order of the feed, without repeats', () => {
    expect(countries(['de', ' AT ', 'CH', 'DE'])).toBe('{DE,AT,CH}');
    expect(countries('DE|at|CH|de')).toBe('{DE,AT,CH}');
  });

  test('have UK as GB', () => {
    expect(countries('UK|GB|IE')).toBe('{GB,IE}');
  });

  test('leave out an unknown code with a warning', () => {
    leftOut.length = 0;
    expect(countries('EN|DE|XX')).toBe('{DE}');
    expect(leftOut).toEqual(['unknown code "EN" is ignored', 'unknown code "XX" is ignored']);
  });

  test('count as not given where not one is known, so that none takes the place of the stored', () => {
    leftOut.length = 0;
    expect(countries(['EN'])).toBeUndefined();
    expect(countries('EN|DE AT')).toBeUndefined();
    expect(leftOut).toEqual([
      'unknown code "EN" is ignored',
      'unknown code "EN" is ignored',
      'unknown code "DE AT" is ignored',
    ]);
  });

  test('may have commas or semicolons between them, since no code has', () => {
    expect(countries('DE,AT')).toBe('{DE,AT}');
    expect(countries('DE; at ;;CH')).toBe('{DE,AT,CH}');
    expect(countries(['DE,AT', 'CH'])).toBe('{DE,AT,CH}');
  });

  test('have ASCII letters alone, whatever the upper case of another letter is', () => {
    leftOut.length = 0;
    expect(countries('ß|ﬁ|Dı|ſe|DE')).toBe('{DE}');
    expect(leftOut).toHaveLength(4);
  });

  test('are empty where none is given', () => {
    expect(countries([])).toBe('{}');
    expect(countries('')).toBe('{}');
    expect(countries('|')).toBe('{}');
    expect(countries(null)).toBeNull();
  });

  test('are a list of texts and nothing else', () => {
    for (const value of [5, true, { DE: 1 }]) {
      expect(() => countries(value)).toThrow('is not a list of country codes');
    }
    expect(() => countries(['DE', 5])).toThrow('is not a country code');
  });
});

test('the country of an address is one code, and an unknown one counts as not given', () => {
  const one = normalized(country);
  expect(one('ch')).toBe('CH');
  expect(one('uk')).toBe('GB');
  expect(one('XX')).toBeUndefined();
  expect(one('')).toBeNull();
});

test('ISO 3166-1 has 249 countries', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const known = letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => countryCode(code) === code);
  expect(known).toHaveLength(249);
  expect(known).not.toContain('EU');
});
