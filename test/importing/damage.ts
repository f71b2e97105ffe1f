import { jest } from '@jest/globals';
import fc from 'fast-check';

const TIMES = Number(process.env.DAMAGE_RUNS ?? 1);
if (TIMES > 1) jest.setTimeout(60_000 * TIMES);

/** How often a property is tried: `DAMAGE_RUNS=100` tries it a hundred times as often. */
export const runs = (count: number): { numRuns: number } => ({ numRuns: count * TIMES });

/** One change of a row of a file: bytes are removed at a place, and others inserted there. */
export interface RowDamage {
  /** Index of the row, modulo their number. */
  row: number;
  /** Where in the row, from 0 to 1. */
  at: number;
  remove: number;
  insert: Buffer;
}

/** Bytes that mean something to a table, to JSON or to XML, and bytes that are not UTF-8. */
const PIECES = [
  '"',
  '""',
  '",',
  ',"',
  ',',
  ';',
  '\t',
  '|',
  '\n',
  '\r',
  ' ',
  'x',
  '\\',
  '{',
  '}',
  '[',
  ']',
  ':',
  'null',
  '\0',
  '\ufeff',
  '&',
  '&#0;',
  '<',
  '>',
  '</',
  '<!--',
  '<![CDATA[',
  ']]>',
]
  .map((piece) => Buffer.from(piece))
  .concat([Buffer.from([0xff]), Buffer.from([0xc3]), Buffer.alloc(0)]);

/** A few changes of rows, of a row several times as well. */
export const rowDamages: fc.Arbitrary<RowDamage[]> = fc.array(
  fc.record({
    row: fc.nat(),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    remove: fc.nat({ max: 4 }),
    insert: fc.constantFrom(...PIECES),
  }),
  { minLength: 1, maxLength: 4 },
);

/**
 * Rows of a file with the changes made, and the indexes of those that differ. Line ends between rows stay as they are.
 * @param from the first byte of a row that may change
 */
export function damageRows(
  rows: readonly Buffer[],
  damages: readonly RowDamage[],
  from = 0,
): { rows: Buffer[]; damaged: Set<number> } {
  const changed = [...rows];
  for (const { row, at, remove, insert } of damages) {
    const index = row % changed.length;
    const bytes = changed[index] ?? Buffer.alloc(0);
    const offset = from + Math.floor(at * (bytes.length - from));
    changed[index] = Buffer.concat([bytes.subarray(0, offset), insert, bytes.subarray(offset + remove)]);
  }
  const damaged = rows.flatMap((row, index) => (changed[index]?.equals(row) ? [] : [index]));
  return { rows: changed, damaged: new Set(damaged) };
}
