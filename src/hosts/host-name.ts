import { domainToASCII, domainToUnicode } from 'node:url';

/** The same rule as the constraint `host_name` of the tables. */
const HOST_NAME = /^(?:[a-z0-9_-]{1,63}\.)+(?!(?:[0-9]+|0x[0-9a-f]*)$)[a-z0-9_-]{1,63}$/;
const PLAIN = /^[a-z0-9._-]+$/;
const ABSOLUTE = /^(?:[a-z][a-z0-9+.-]*:)?\/\/([^/?#\\]*)/i;
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const UNPRINTABLE = /[\u0000-\u0020\u007f]/;
const MAX_NAME_LENGTH = 253;
/** Maximum length before conversion to ASCII; more than that of a name, since conversion drops some characters. */
const MAX_LENGTH = 500;
/** Outside a URL these are no part of a name; `domainToASCII` would decode the one and end the name at the other. */
const URL_SYNTAX = /[%\\]/;
/** A label that says that it is the ASCII form of another. */
const ENCODED = /(?:^|\.)xn--/;

/**
 * Reduces a URL or a host to its host name: lower case, ASCII form, without port and trailing dot. White space and a
 * byte order mark around it are ignored.
 * Undefined where that is no domain name, such as an IP address or a name without a dot.
 */
export function hostName(value: string): string | undefined {
  if (isHostName(value) && !ENCODED.test(value)) return value;
  const host = hostOf(value.trim());
  if (host === undefined || host.length > MAX_LENGTH) return undefined;
  if (UNPRINTABLE.test(host) || URL_SYNTAX.test(host)) return undefined;
  const ascii = PLAIN.test(host) && !ENCODED.test(host) ? host : domainToASCII(host);
  const name = ascii.endsWith('.') ? ascii.slice(0, -1) : ascii;
  // Node.js 24 lets pass what cannot be decoded, earlier ones don't.
  if (ENCODED.test(name) && ENCODED.test(domainToUnicode(name))) return undefined;
  return isHostName(name) ? name : undefined;
}

const isHostName = (text: string): boolean => text.length <= MAX_NAME_LENGTH && HOST_NAME.test(text);

function hostOf(value: string): string | undefined {
  const authority = ABSOLUTE.exec(value)?.[1];
  if (authority === undefined) return value.replace(/[/?#].*$/s, '').replace(/:\d*$/, '');
  // A URL parser would drop tabs and line ends silently.
  if (UNPRINTABLE.test(authority) || authority.length > MAX_LENGTH) return undefined;
  try {
    const { hostname } = new URL(value, 'http://host.invalid');
    // Of a scheme that it does not know, a URL parser leaves the host encoded.
    return hostname.includes('%') ? new URL(`http://${hostname}`).hostname : hostname;
  } catch {
    return undefined;
  }
}
