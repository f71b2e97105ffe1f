import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  date as dateNormalizer,
  timestamp as timestampNormalizer,
} from '../../../src/importing/normalizing/dates.js';
import { normalized } from './normalized.js';

const date = normalized(dateNormalizer);
const timestamp = normalized(timestampNormalizer);

const NO_DATES = [
  null,
  '',
  '  ',
  '0000-00-00',
  '0000-00-00 00:00:00',
  '0000-00-00 10:00:00',
  '0000-00-00T00:00:00.000Z',
  '0000-00-00T00:00:00+02:00',
  '0000-00-00 00:00:00 +0000',
  '00/00/0000',
  '00.00.0000 00:00',
  '-0001-11-30',
  '-0001-11-30T00:00:00.000Z',
  '0000-12-31T23:00:00Z',
  '0001-01-01 00:00:00 +0000 UTC',
  '0001-01-01',
  '0001-01-01T00:00:00',
  '0001-01-01T00:00:00Z',
  '0001-01-01T00:00:00+01:00',
  '0001-01-01T00:00:00.0000000-08:00',
  '0001-01-01+01:00',
  '1/1/0001 12:00:00 AM',
  '01/01/0001 00:00:00',
  '01.01.0001 0:00:00',
  '01.01.0001',
  '/Date(-62135596800000)/',
  '/Date(-62135596800000+0000)/',
  '/Date(-62135578800000-0500)/',
  '9999-12-31',
  '9999-12-31T23:59:59.9999999Z',
  '9999-12-31 23:59:59',
  '9999-12-31T23:59:59-01:00',
  '9999-12-30T23:00:00Z',
  '9999-12-30T10:00:00.000+00:00',
  '+010000-01-01T07:59:59.999Z',
  '12/30/9999 11:00:00 PM UTC',
  '12/31/9999 11:59:59 PM',
  '31.12.9999 23:59:59',
  '/Date(253402300799999)/',
  ' /Date(253402214400000)/ ',
];

describe('a date', () => {
  test('is YYYY-MM-DD', () => {
    expect(date('2018-06-25')).toBe('2018-06-25');
    expect(date(' 2024-02-29 ')).toBe('2024-02-29');
  });

  test.each([
    '2018-06-25T23:30:00-05:00',
    '2018-06-25 00:15:00+0200',
    '2018-06-25T00:00:00Z',
    '2018-06-25T23:59:59.9999999+14:00',
  ])('is the date of the timestamp %s as written, whatever its zone', (text) => {
    expect(date(text)).toBe('2018-06-25');
  });

  test.each(['2015-03-26+01:00', '2015-03-26Z', '2015-03-26-14:00', '2015-03-26 +0100', '2015-03-26z'])(
    'is the date of the xs:date %s as written, whatever its zone',
    (text) => {
      expect(date(text)).toBe('2015-03-26');
    },
  );

  test.each(NO_DATES)('is null for %j, which means no date', (value) => {
    expect(date(value)).toBeNull();
  });

  test.each([
    '0001-01-02T00:00:00Z',
    '9999-12-30',
    '9999-12-30T23:59:59',
    '9999-12-29T23:00:00Z',
    '1970-01-01T00:00:00',
  ])('is the day of %s, which is only near to one that means no date', (text) => {
    expect(date(text)).toBe(text.slice(0, 10));
  });

  test.each([
    '2023-02-29',
    '2018-13-01',
    '2018-00-10',
    '2018-06-31',
    '0000-01-01',
    '01/01/01',
    '1.1.1',
    '25.06.2018',
    '06/25/2018',
    '2018-6-5',
    '2018-06-25T25:00:00Z',
    '2018-06-25T24:00:00Z',
    '2018-06-25T10:00:00+99:00',
    '2018-06-25+99:00',
    '2018-06-25 Z+01',
    '/Date(1530000000000)/',
    'tomorrow',
    '2018-06-25x',
    20180625,
    true,
    { $date: '2020-01-01T00:00:00Z' },
    ['2020-01-01'],
  ])('is not %j', (value) => {
    expect(() => date(value)).toThrow('is not a date');
  });

  test('is any day from 0001-01-02 to 9999-12-30', () => {
    const days = fc.date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true });
    fc.assert(
      fc.property(days, (day) => {
        const text = day.toISOString().slice(0, 10);
        expect(date(text)).toBe(text);
      }),
    );
  });
});

describe('a timestamp', () => {
  test.each(NO_DATES)('is null for %j, which means no date', (value) => {
    expect(timestamp(value)).toBeNull();
  });

  test('without a zone is UTC', () => {
    expect(timestamp('2018-06-25T08:15:30')).toBe('2018-06-25T08:15:30.000Z');
    expect(timestamp('2018-06-25 08:15')).toBe('2018-06-25T08:15:00.000Z');
    expect(timestamp('2018-06-25')).toBe('2018-06-25T00:00:00.000Z');
  });

  test('with a zone is converted to UTC', () => {
    expect(timestamp('2018-06-25T00:15:30.5+02:00')).toBe('2018-06-24T22:15:30.500Z');
    expect(timestamp('2018-06-25T00:15:30+0200')).toBe('2018-06-24T22:15:30.000Z');
    expect(timestamp('2018-06-25T20:15:30 -05')).toBe('2018-06-26T01:15:30.000Z');
    expect(timestamp('2018-06-25t00:15:30z')).toBe('2018-06-25T00:15:30.000Z');
    expect(timestamp('2018-06-25+02:00')).toBe('2018-06-24T22:00:00.000Z');
  });

  test('has milliseconds, finer digits are cut off', () => {
    expect(timestamp('2018-06-25T08:15:30.1239999Z')).toBe('2018-06-25T08:15:30.123Z');
  });

  test.each(['2018-02-30T00:00:00Z', '2018-06-25T08:60', '1530000000', 1530000000, '10000-01-01', {}])(
    'is not %j',
    (value) => {
      expect(() => timestamp(value)).toThrow('is not a timestamp');
    },
  );
});
