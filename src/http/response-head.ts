import { IncomingMessage, ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http';
import { Socket } from 'node:net';

/** A response with the head that Node has made and will send; Node does not document it. */
type WithHead = ServerResponse & { _header?: unknown };

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
 * Writes the head of a response, `formatted` behind `fields`. Node validates and formats each field of each response
 * again; `formatted` are those that many responses have in common, formatted once.
 */
export type WriteHead = (
  response: ServerResponse,
  status: number,
  fields: string[],
  formatted: string,
) => void;

/** Appends the formatted fields to the head that Node has made. */
export const appendToHead: WriteHead = (response, status, fields, formatted) => {
  writeHeadOf(response).call(response, status, fields);
  const made = response as ServerResponse & { _header: string };
  // It ends with an empty line.
  made._header = `${made._header.slice(0, -2)}${formatted}\r\n`;
};

/** The same by documented means: Node formats all fields again. */
export const formatAll: WriteHead = (response, status, fields, formatted) => {
  const all = [...fields];
  for (const line of formatted.split('\r\n')) {
    const colon = line.indexOf(': ');
    if (colon > 0) all.push(line.slice(0, colon), line.slice(colon + 2));
  }
  writeHeadOf(response).call(response, status, all);
};

/** Middleware may have wrapped the method of this one response, to change the head at the last moment. */
function writeHeadOf(response: ServerResponse) {
  // eslint-disable-next-line @typescript-eslint/unbound-method
  return Object.hasOwn(response, 'writeHead') ? response.writeHead : ServerResponse.prototype.writeHead;
}

export const writeHead: WriteHead = canAppendToHead() ? appendToHead : formatAll;

/** True where this Node keeps the head of a response as text that can be replaced. */
export function canAppendToHead(
  makeResponse = () => new ServerResponse(new IncomingMessage(new Socket())),
): boolean {
  const probe: WithHead = makeResponse();
  probe.writeHead(200, ['A', 'b']);
  const made = probe._header;
  if (typeof made !== 'string' || !/^HTTP\/1\.1 200 OK\r\nA: b\r\n(?:.+\r\n)*\r\n$/.test(made)) return false;
  const longer = `${made.slice(0, -2)}C: d\r\n\r\n`;
  probe._header = longer;
  return probe._header === longer;
}
