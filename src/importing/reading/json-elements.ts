import { type Duplex } from 'node:stream';
import { type Token } from 'stream-json/parser.js';
import { streamArray } from 'stream-json/streamers/stream-array.js';
import { withParser } from 'stream-json/utils/with-parser.js';
import { numberOf } from './json-number.js';

/** Brackets within brackets; a row has two of them. */
const DEEPEST = 100;

/** Takes the text of a JSON array and gives its elements as `{ value }`; a number is what `numberOf` says. */
export function jsonElements(): Duplex {
  // Whole tokens alone: a number in pieces could not be looked at.
  return withParser.asStream(exactArray, { packValues: true, streamValues: false });
}

type ArrayOfTokens = ReturnType<typeof streamArray>;

function exactArray(): ArrayOfTokens {
  const array = streamArray({ objectFilter: notTooDeep, includeUndecided: true });
  const exact = (token: Token) =>
    array(token.name === 'numberValue' ? { ...token, value: String(numberOf(token.value)) } : token);
  // The type asks for a mark of functions that want to know of the end; this one needs none.
  return exact as ArrayOfTokens;
}

/** Never decides on an element: it only stops the parser in one that nests without end. */
function notTooDeep({ depth }: { depth: number }): undefined {
  if (depth > DEEPEST) throw new Error('too deep');
}
