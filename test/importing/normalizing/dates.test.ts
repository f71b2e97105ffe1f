import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  date as dateNormalizer,
  timestamp as timestampNormalizer,
} from '../../../src/importing/normalizing/dates.js';
import { normalized } from './normalized.js';

const date = normalized(dateNormalizer);
const timestamp = normalized(timestampNormalizer);

const NONE = [
  null,
  '',
  '  ',
  '0000-00-00',
  '0000-00-00 00:00:00',
  '0000-00-00T00:00:00.000Z',
  '0000-00-00T00:00:00+00:00',
  '0000-00-00 00:00:00 +0000',
];

describe('a date', () => {
  test('is YYYY-MM-DD', () => {
    expect(date('2018-06-25')).toBe('2018-06-25');
    expect(date(' 2024-02-29 ')).toBe('2024-02-29');
  });

  test('is the date of a timestamp as written, whatever its zone', () => {
    expect(date('2018-06-25T23:30:00-05:00')).toBe('2018-06-25');
    expect(date('2018-06-25 00:15:00+0200')).toBe('2018-06-25');
    expect(date('2018-06-25T00:00:00Z')).toBe('2018-06-25');
  });

  test('is null where there is none', () => {
    for (const none of NONE) expect(date(none)).toBeNull();
  });

  test.each([
    '2023-02-29',
    '2018-13-01',
    '2018-00-10',
    '2018-06-31',
    '0000-01-01',
    '0000-00-00 10:00:00',
    '0000-00-00T00:00:00+02:00',
    '25.06.2018',
    '06/25/2018',
    '2018-6-5',
    '2018-06-25T25:00:00Z',
    '2018-06-25T24:00:00Z',
    '2018-06-25T10:00:00+99:00',
    'tomorrow',
    '2018-06-25x',
    20180625,
    true,
  ])('is not %j', (value) => {
    expect(() => date(value)).toThrow('is not a date');
  });

  test('is any day from the year 1 to 9999', () => {
    const days = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(days, (day) => {
        const text = day.toISOString().slice(0, 10);
        expect(date(text)).toBe(text);
      }),
    );
  });
});

describe('a timestamp', () => {
  test('is null where there is none', () => {
    for (const none of NONE) expect(timestamp(none)).toBeNull();
  });

  test('without a zone is UTC', () => {
    expect(timestamp('2018-06-25T08:15:30')).toBe('2018-06-25T08:15:30.000Z');
    expect(timestamp('2018-06-25 08:15')).toBe('2018-06-25T08:15:00.000Z');
    expect(timestamp('2018-06-25')).toBe('2018-06-25T00:00:00.000Z');
  });

  test('with a zone is moved to UTC', () => {
    expect(timestamp('2018-06-25T00:15:30.5+02:00')).toBe('2018-06-24T22:15:30.500Z');
    expect(timestamp('2018-06-25T00:15:30+0200')).toBe('2018-06-24T22:15:30.000Z');
    expect(timestamp('2018-06-25T20:15:30 -05')).toBe('2018-06-26T01:15:30.000Z');
    expect(timestamp('2018-06-25t00:15:30z')).toBe('2018-06-25T00:15:30.000Z');
  });

  test('has milliseconds, finer digits are cut off', () => {
    expect(timestamp('2018-06-25T08:15:30.1239999Z')).toBe('2018-06-25T08:15:30.123Z');
  });

  test.each([
    '2018-02-30T00:00:00Z',
    '0000-00-00 00:00:01',
    '2018-06-25T08:60',
    '1530000000',
    1530000000,
    '10000-01-01',
  ])('is not %j', (value) => {
    expect(() => timestamp(value)).toThrow('is not a timestamp');
  });

  test('stays within the years 1 to 9999, also in UTC', () => {
    expect(() => timestamp('0001-01-01T00:00:00+01:00')).toThrow('is not a timestamp');
    expect(() => timestamp('9999-12-31T23:59:59-01:00')).toThrow('is not a timestamp');
  });
});
