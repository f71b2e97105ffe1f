import { type Duplex } from 'node:stream';
import { type Token } from 'stream-json/parser.js';
import { streamArray } from 'stream-json/streamers/stream-array.js';
import { withParser } from 'stream-json/utils/with-parser.js';
import { ImportFailed } from '../import-errors.js';
import { numberOf } from './json-number.js';

/** Brackets within brackets; a row has two of them. */
const DEEPEST = 100;

/**
 * Takes the text of a JSON array and gives its elements as `{ value }`; a number is what `numberOf` says. It breaks
 * where the text is no such array, and with `ImportFailed` at an element that nests without end.
 */
export function jsonElements(file: string): Duplex {
  // Whole tokens alone: a number in pieces could not be looked at.
  return withParser.asStream(() => exactArray(file), { packValues: true, streamValues: false });
}

type ArrayOfTokens = ReturnType<typeof streamArray>;

function exactArray(file: string): ArrayOfTokens {
  const array = streamArray({ objectFilter: notTooDeep(file), includeUndecided: true });
  const exact = (token: Token) =>
    array(token.name === 'numberValue' ? { ...token, value: String(numberOf(token.value)) } : token);
  // The type asks for a mark of functions that want to know of the end; this one needs none.
  return exact as ArrayOfTokens;
}

/** Never decides on an element: it only stops the parser in one that nests without end. */
function notTooDeep(file: string): (assembler: { depth: number }) => undefined {
  let element = 0;
  return ({ depth }) => {
    // Where the array itself begins, and behind each of its elements.
    if (depth === 1) element++;
    if (depth > DEEPEST) throw new ImportFailed(`${file}: element ${element} is nested too deep`);
  };
}
