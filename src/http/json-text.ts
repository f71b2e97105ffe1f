/**
 * Parses JSON in UTF-8 or UTF-16, with or without a byte order mark. Which of them it is shows in the bytes: JSON begins
 * with an ASCII character.
 * @throws SyntaxError for text that is not JSON, TypeError for bytes that are not in that encoding
 */
export function parseJson(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)) as unknown;
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (second === 0) return 'utf-16le';
  return first === 0 && second !== undefined ? 'utf-16be' : 'utf-8';
}
