import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const START = 'apd_';
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Digits that 256 bits and 32 bits take in base 62. */
const RANDOM_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const FORM = new RegExp(`^${START}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/** What may be a key, also one that was mistyped or cut. */
const TOKENS = new RegExp(`${START}[0-9A-Za-z]{16,}`, 'g');

/** Makes a new API key: a prefix that secret scanners know, 256 random bits, and a checksum. */
export function createToken(): string {
  const random = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), RANDOM_LENGTH);
  return START + random + checksum(START + random);
}

/** True for what `createToken` can have made. A typo is seen here, without asking anybody. */
export function isWellFormed(token: string): boolean {
  return FORM.test(token) && checksum(token.slice(0, -CHECKSUM_LENGTH)) === token.slice(-CHECKSUM_LENGTH);
}

/** What is stored in the place of the key. It has 256 bits of chance, so it needs no slow hash. */
export function digestOf(token: string): string {
  return hash('sha256', token, 'hex');
}

/** The part of a key that may be shown. */
export function prefixOf(token: string): string {
  return token.slice(0, START.length + 6);
}

/** A text that a client sent, with any key in it cut down to the part that may be shown. */
export function redactTokens(text: string): string {
  return text.includes(START) ? text.replace(TOKENS, prefixOf) : text;
}

function checksum(text: string): string {
  return base62(BigInt(crc32(text)), CHECKSUM_LENGTH);
}

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = DIGITS[Number(rest % 62n)]! + text;
  return text;
}
