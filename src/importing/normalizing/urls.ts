import { hostName } from '../../hosts/host-name.js';
import { parseUrl } from '../../text/parse-url.js';
import { InvalidValue, type Normalizer } from './field.js';
import { checkLength, type LimitedText } from './text.js';
import { isTrackingLink } from './tracking-links.js';

// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const NOT_IN_A_URL = /[\s\u0000-\u001f\u007f-\u009f\u180e]|\p{Surrogate}/u;

/** The host of a URL or host. */
export const host: Normalizer = (value) => {
  const text = trimmed(value);
  if (text === null) return null;
  const name = hostName(text);
  if (name === undefined) throw new InvalidValue('is not a host name or URL');
  return name;
};

/** The host of a program's URL. A tracking link is rejected: its host is the network's, and it carries an id. */
export const programHost: Normalizer = (value, warn) => {
  const name = host(value, warn);
  if (typeof value === 'string' && isTrackingLink(value)) throw new InvalidValue('is a tracking link');
  return name;
};

/**
 * An http(s) URL of at most that many characters, trimmed and otherwise unchanged. A tracking link counts as absent,
 * since it would publish the operator's own id.
 */
export const signupUrl = (maxLength: number): LimitedText => ({
  maxLength,
  normalize(value, warn) {
    const text = trimmed(value);
    if (text === null) return null;
    // First, since a URL parser takes long for a long host.
    checkLength(text, maxLength);
    if (!/^https?:\/\//i.test(text) || NOT_IN_A_URL.test(text) || !parseUrl(text)) {
      throw new InvalidValue('is not an http or https URL');
    }
    if (isTrackingLink(text)) {
      warn('a tracking link is ignored');
      return undefined;
    }
    return text;
  },
});

function trimmed(value: unknown): string | null {
  if (value === null) return null;
  if (typeof value !== 'string') throw new InvalidValue('is not text');
  return value.trim() || null;
}
