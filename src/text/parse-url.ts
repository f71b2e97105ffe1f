/**
 * Parses an absolute URL; undefined for what is none. `URL.canParse` of Node.js 20 takes valid URLs with letters such as ü
 * for invalid once V8 has optimized its caller.
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** ASCII blanks and control characters: neither an address nor a host name has any. */
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
export const BLANK_OR_CONTROL = /[\u0000-\u0020\u007f]/;
