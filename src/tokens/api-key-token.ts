import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const START = 'apd_';
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Digits of 256 and of 32 bits in base 62. */
const RANDOM_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const FORM = new RegExp(`^${START}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/** Finds tokens in a text, also mistyped and truncated ones. */
const TOKENS = new RegExp(`${START}[0-9A-Za-z]{16,}`, 'g');

/** Creates the token of a new API key: a prefix that secret scanners know, 256 random bits, and a checksum. */
export function createToken(): string {
  const random = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), RANDOM_LENGTH);
  return START + random + checksum(START + random);
}

/** True for a token that `createToken` can have created. A typo is detected without a look-up. */
export function isWellFormed(token: string): boolean {
  return FORM.test(token) && checksum(token.slice(0, -CHECKSUM_LENGTH)) === token.slice(-CHECKSUM_LENGTH);
}

/** The digest of a token, which is stored instead of it. A token has 256 random bits, so a fast hash is enough. */
export function digestOf(token: string): string {
  return hash('sha256', token, 'hex');
}

/** The part of a token that may be shown. */
export function prefixOf(token: string): string {
  return token.slice(0, START.length + 6);
}

/** Replaces each token in a text by the part of it that may be shown. */
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
