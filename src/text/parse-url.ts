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
