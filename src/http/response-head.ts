import { type ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http';

/** Header fields, name by value, as they go over the wire. @throws for a character that no field may have. */
export function formatHeaders(fields: readonly string[]): string {
  const lines: string[] = [];
  for (let at = 0; at < fields.length; at += 2) {
    const [name, value] = [fields[at]!, fields[at + 1]!];
    validateHeaderName(name);
    validateHeaderValue(name, value);
    lines.push(`${name}: ${value}\r\n`);
  }
  return lines.join('');
}

/**
 * Writes the head of an answer. Node checks and prints each field of each answer anew; `printed` are those that many
 * answers have in common, printed once, and stand behind the others.
 */
export function writeHead(response: ServerResponse, status: number, fields: string[], printed: string): void {
  response.writeHead(status, fields);
  // The head that Node has made, and will send: it ends with an empty line.
  const made = response as ServerResponse & { _header: string };
  made._header = `${made._header.slice(0, -2)}${printed}\r\n`;
}
