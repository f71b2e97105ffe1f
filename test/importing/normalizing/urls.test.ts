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
  ])('%s becomes its host %s', (given, kept) => {
    expect(host(given)).toBe(kept);
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
  ])('%j is none', (value) => {
    expect(() => host(value)).toThrow();
  });
});

describe('a registerUrl', () => {
  test('is an http or https URL, kept as given', () => {
    for (const url of ['https://Shop.example:443/a/../b?x=%20#y', 'http://müller.example/é|\\']) {
      expect(registerUrl(url)).toBe(url);
    }
    expect(registerUrl(' https://shop.example/ ')).toBe('https://shop.example/');
    expect(registerUrl('HTTPS://Shop.example/')).toBe('HTTPS://Shop.example/');
  });

  test.each([
    'ftp://shop.example',
    'javascript:alert(1)',
    'shop.example',
    'https://',
    'https://a b.example',
    'x',
    7,
  ])('is not %j', (value) => {
    expect(() => registerUrl(value)).toThrow();
  });

  test('has no white space and no control characters inside', () => {
    for (const character of [' ', '\n', '\u0000', '\u0085', '\u00a0', '\ud800']) {
      expect(() => registerUrl(`https://shop.example/a${character}b`)).toThrow('is not an http or https URL');
    }
  });

  test('has at most 2048 characters', () => {
    const longest = `https://shop.example/${'x'.repeat(2048 - 21)}`;
    expect(registerUrl(longest)).toBe(longest);
    expect(() => registerUrl(`${longest}x`)).toThrow('has more than 2048 characters');
    const began = performance.now();
    expect(() => registerUrl(`https://${'\u4e00\u4e8c'.repeat(200_000)}.example`)).toThrow(
      'has more than 2048',
    );
    expect(performance.now() - began).toBeLessThan(1000);
  });
});
