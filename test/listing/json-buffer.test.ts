import { expect, test } from '@jest/globals';
import { JsonBuffer } from '../../src/listing/json-buffer.js';

test('JsonBuffer encodes what is written as UTF-8, at any length', () => {
  const buffer = new JsonBuffer();
  const pieces = ['[', '"ä€😀"', ','.repeat(70_000), '語'.repeat(500_000), '', ']'];
  const written = buffer.collect((json) => pieces.forEach((piece) => json.write(piece)));
  expect(written.equals(Buffer.from(pieces.join('')))).toBe(true);
});

test('JsonBuffer returns bytes that later ones do not change', () => {
  const buffer = new JsonBuffer();
  const first = buffer.collect((json) => json.write('first'));
  buffer.collect((json) => json.write('other'));
  expect(first.toString()).toBe('first');
});

test('JsonBuffer drops what was written before an error', () => {
  const buffer = new JsonBuffer();
  const fail = () =>
    buffer.collect((json) => {
      json.write('part');
      throw new Error('cut off');
    });
  expect(fail).toThrow('cut off');
  expect(buffer.collect((json) => json.write('whole')).toString()).toBe('whole');
});
