const DELIMITERS = [',', ';', '\t', '|'];

/** The delimiter that stands most often between the names of the header. */
export function csvDelimiter(header: string): string {
  const unquoted = header.replace(/"(?:[^"]|"")*"/g, '');
  const counts = DELIMITERS.map((delimiter) => unquoted.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}
