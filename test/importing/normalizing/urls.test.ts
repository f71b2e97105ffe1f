import { describe, expect, test } from '@jest/globals';
import { host as hostNormalizer, signupUrl } from '../../../src/importing/normalizing/urls.js';
import { normalized } from './normalized.js';

const host = normalized(hostNormalizer);
const registerUrl = normalized(signupUrl(2048));

describe('a primaryUrl', () => {
  test.each([
    ['Example.COM', 'example.com'],
    ['https://www.Example.com:8443/path?x#y', 'www.example.com'],
    ['shop.example/some/path', 'shop.example'],
    ['shop.example/', 'shop.example'],
    [' shop.example ', 'shop.example'],
    ['//shop.example/x', 'shop.example'],
    ['müller.example', 'xn--mller-kva.example'],
    ['shop.example.', 'shop.example'],
  ])('%s becomes its host %s', (value, name) => {
    expect(host(value)).toBe(name);
  });

  test.each([
    'localhost',
    '127.0.0.1',
    'a b.example',
    'user@shop.example',
    'shop..example',
    'http://',
    'n/a',
    42,
    { href: 'https://shop.example' },
    ['shop.example'],
  ])('cannot be %j', (value) => {
    expect(() => host(value)).toThrow(/^is not (?:text|a host name or URL)$/);
  });
});

describe('a registerUrl', () => {
  test('with a letter beyond ASCII is accepted as often as it comes', () => {
    const url = 'https://shop.example/für';
    for (let row = 0; row < 20_000; row++) expect(registerUrl(url)).toBe(url);
  });

  test.each([
    ['https://Shop.example:443/a/../b?x=%20#y', 'https://Shop.example:443/a/../b?x=%20#y'],
    ['http://müller.example/é|\\', 'http://müller.example/é|\\'],
    ['HTTPS://Shop.example/', 'HTTPS://Shop.example/'],
    [' https://shop.example/ ', 'https://shop.example/'],
  ])('%j is kept unchanged but for blanks around it', (value, url) => {
    expect(registerUrl(value)).toBe(url);
  });

  test.each([
    'ftp://shop.example',
    'javascript:alert(1)',
    'shop.example',
    'https://',
    'https://a b.example',
    'x',
    7,
    { href: 'https://shop.example' },
    ['https://shop.example'],
  ])('cannot be %j', (value) => {
    expect(() => registerUrl(value)).toThrow(/^is not (?:text|an http or https URL)$/);
  });

  test.each([' ', '\n', '\u0000', '\u0085', '\u00a0', '\ud800'])('cannot contain %j', (character) => {
    expect(() => registerUrl(`https://shop.example/a${character}b`)).toThrow('is not an http or https URL');
  });

  test('has at most 2048 characters', () => {
    const longest = `https://shop.example/${'x'.repeat(2048 - 21)}`;
    expect(registerUrl(longest)).toBe(longest);
    expect(() => registerUrl(`${longest}x`)).toThrow('has more than 2048 characters');
  });

  test('of 400,000 characters is rejected quickly', () => {
    const began = performance.now();
    expect(() => registerUrl(`https://${'\u4e00\u4e8c'.repeat(200_000)}.example`)).toThrow(
      'has more than 2048',
    );
    expect(performance.now() - began).toBeLessThan(1000);
  });
});
