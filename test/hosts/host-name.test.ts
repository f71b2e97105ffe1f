import { describe, expect, test } from '@jest/globals';
import { hostName } from '../../src/hosts/host-name.js';

const long = 'a'.repeat(63);
/** 253 characters, the most that a domain name has. */
const longest = `${long}.${long}.${long}.${'a'.repeat(57)}.aa`;

describe('a value is reduced to its host name', () => {
  test.each([
    ['example.com', 'example.com'],
    ['Example.COM', 'example.com'],
    ['example.com.', 'example.com'],
    ['www.example.com', 'www.example.com'],
    ['my_shop.example.com', 'my_shop.example.com'],
    ['1and1.example', '1and1.example'],
    ['example.com:8443', 'example.com'],
    ['example.com:', 'example.com'],
    ['example.com.:80', 'example.com'],
    ['example.com/path?x#y', 'example.com'],
    ['example.com?x=/', 'example.com'],
    ['example.com#y', 'example.com'],
    ['example.com:80/path', 'example.com'],
    ['example.com/go?to=https://other.example/', 'example.com'],
    ['https://example.com', 'example.com'],
    ['https://example.com:8443/path?x#y', 'example.com'],
    ['HTTPS://EXAMPLE.COM./', 'example.com'],
    ['//example.com/path', 'example.com'],
    ['ftp://example.com/file', 'example.com'],
    ['app://Example.COM/file', 'example.com'],
    ['https://someone:secret@example.com/', 'example.com'],
    ['https://example.com/someone@other.example', 'example.com'],
    ['https://example.com?https://other.example', 'example.com'],
    ['https://example.com#@other.example', 'example.com'],
    ['müller.example', 'xn--mller-kva.example'],
    ['MÜLLER.example', 'xn--mller-kva.example'],
    ['mu\u0308ller.example', 'xn--mller-kva.example'],
    ['https://müller.example/weiß', 'xn--mller-kva.example'],
    ['XN--MLLER-KVA.example', 'xn--mller-kva.example'],
    ['straße.example', 'xn--strae-oqa.example'],
    ['ｅｘａｍｐｌｅ．ｃｏｍ', 'example.com'],
    ['example。com', 'example.com'],
    ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
    [longest, longest],
  ])('%j is %s', (value, host) => {
    expect(hostName(value)).toBe(host);
  });
});

describe('what is no domain name has no host name', () => {
  test.each([
    '',
    ' ',
    '.',
    '..',
    'localhost',
    'com',
    'https://',
    'https:///path',
    'https:example.com',
    '.example.com',
    'example..com',
    'example.com..',
    'https://example..com/',
    ' example.com',
    'example.com ',
    'exam ple.com',
    'https://exam ple.com/',
    'https://example.com /',
    'example.com\n',
    'exam\tple.com',
    'https://exam\tple.com/',
    'ht\ntps://example.com/',
    'example\u0000.com',
    'example.com\u007f',
    '192.0.2.1',
    'https://192.0.2.1/',
    '0x7f.1',
    '2130706433',
    'https://2130706433/',
    'https://[2001:db8::1]/',
    '[2001:db8::1]',
    '2001:db8::1',
    'example.1',
    'example.0x1',
    'someone@example.com',
    'mailto:someone@example.com',
    'example.com\\path',
    'example.com:port',
    'example.com:80:80',
    '%65xample.com',
    'exam%2eple.com',
    '*.example.com',
    'exam,ple.com',
    "example.com'--",
    'xn--\u0080.example',
    'xn--zzzzzz99999.example',
    `${long}a.example`,
    `a${longest}`,
    '\ud800.example',
  ])('%j', (value) => {
    expect(hostName(value)).toBeUndefined();
  });
});
