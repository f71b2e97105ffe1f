import { hostName } from '../../hosts/host-name.js';
import { type Cleaner } from './cleaner.js';
import { InvalidValue } from './unclean.js';

/** The host of a URL or host. */
export const host: Cleaner = (value) => {
  if (value === null) return null;
  if (typeof value !== 'string') throw new InvalidValue('is not text');
  const given = value.trim();
  if (given === '') return null;
  const name = hostName(given);
  if (name === undefined) throw new InvalidValue('is not a host name or URL');
  return name;
};
