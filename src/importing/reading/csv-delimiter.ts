const DELIMITERS = [',', ';', '\t', '|'];

/**
 * The delimiter that yields the most of the required names, and among several such the one that stands most often
 * between the names of the header.
 * @param missing how many of the required names a delimiter doesn't yield
 */
export function csvDelimiter(header: string, missing: (delimiter: string) => number): string {
  const unquoted = header
    .split('"')
    .filter((_, index) => index % 2 === 0)
    .join('"');
  const ranked = DELIMITERS.map((delimiter) => ({
    delimiter,
    missing: missing(delimiter),
    count: unquoted.split(delimiter).length,
  })).sort((one, other) => one.missing - other.missing || other.count - one.count);
  return ranked[0]?.delimiter ?? ',';
}
