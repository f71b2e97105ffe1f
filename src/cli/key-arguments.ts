import { InvalidArgumentError } from 'commander';
import { expiryOf, periodOf } from '../api-keys/api-key-times.js';

/** As the constraint of the table has it. */
const LONGEST_HOLDER = 200;

export function holder(text: string): string {
  const clean = text.normalize().replace(/\s+/g, ' ').trim();
  if (clean === '' || /\p{Cc}/u.test(clean) || clean.length > LONGEST_HOLDER)
    throw new InvalidArgumentError(`It must be a name of 1 to ${LONGEST_HOLDER} characters.`);
  return clean;
}

export function keyId(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text) || Number(text) > 2_147_483_647)
    throw new InvalidArgumentError('It must be the id of a key, as `keys list` shows it.');
  return Number(text);
}

export function expiry(text: string): Date {
  const moment = expiryOf(text);
  if (moment === undefined) throw new InvalidArgumentError('It must be a date such as 2026-12-31.');
  return moment;
}

export function period(text: string): number {
  const milliseconds = periodOf(text);
  if (milliseconds === undefined)
    throw new InvalidArgumentError('It must be a period such as 30s, 15m, 12h or 7d.');
  return milliseconds;
}
