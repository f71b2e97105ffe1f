/** What may follow in a JSON text. */
type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end' | 'end of text';

const PUNCTUATION = '{}[],:';
const BLANKS = /[ \t\r\n]*/y;
/** A number or a word, right or wrong. */
const WORD = /[-+.\w]*/y;
const SCALAR = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?|true|false|null)$/;
const MAX_SCALAR_LENGTH = 1000;
// eslint-disable-next-line no-control-regex -- strings of JSON have none
const STRING_CONTENT = /[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})[^"\\\u0000-\u001f]*)*/y;
const UNFINISHED_ESCAPE = /\\(?:u[\dA-Fa-f]{0,3})?$/y;

/** The offset at which text stops being valid JSON, its length where it is cut; undefined where it is valid. */
export function jsonErrorOffset(text: string): number | undefined {
  const syntax = new JsonSyntax();
  const offset = syntax.push(text) ?? (syntax.end() ? undefined : text.length - syntax.pending.length);
  return offset === undefined ? undefined : (syntax.stringStart ?? offset);
}

/** Follows the text of a JSON document, a chunk at a time, to find where it stops being valid. */
export class JsonSyntax {
  /** The end of the last chunk: the beginning of an escape, a number or a word. */
  pending = '';
  /** The brackets that are open. */
  private readonly open: string[] = [];
  private expected: Expected = 'value';
  /** Where the open string began in the part that was pushed; undefined outside of strings. */
  stringStart: number | undefined;

  /** Whether the document is complete, so that nothing may follow. */
  get isComplete(): boolean {
    return this.stringStart === undefined && this.expected === 'end of text';
  }

  /** The offset in `pending` and the chunk at which they stop being valid JSON; undefined where they are valid so far. */
  push(chunk: string): number | undefined {
    const text = this.pending + chunk;
    let offset = 0;
    while (offset < text.length) {
      const inString = this.stringStart !== undefined;
      const end = inString ? this.endOfString(text, offset) : this.endOfToken(text, offset);
      if (end === undefined) return inString ? lastIndexOf(STRING_CONTENT, text, offset) : offset;
      if (end === offset) break;
      offset = this.stringStart === undefined ? lastIndexOf(BLANKS, text, end) : end;
    }
    this.pending = text.slice(offset);
    return this.pending !== '' && this.isComplete ? offset : undefined;
  }

  /** Whether the document is complete at the end of the text. */
  end(): boolean {
    if (this.stringStart === undefined && SCALAR.test(this.pending) && this.take(this.pending))
      this.pending = '';
    return this.pending === '' && this.isComplete;
  }

  /** The offset after the token; the given one where it may go on in the next chunk, undefined where it is invalid. */
  private endOfToken(text: string, offset: number): number | undefined {
    const character = text.charAt(offset);
    if (/[ \t\r\n]/.test(character)) return lastIndexOf(BLANKS, text, offset);
    if (PUNCTUATION.includes(character)) return this.take(character) ? offset + 1 : undefined;
    if (character === '"') {
      if (!this.take(character)) return undefined;
      this.stringStart = offset;
      return offset + 1;
    }
    const end = lastIndexOf(WORD, text, offset);
    const word = text.slice(offset, end);
    const next = expectedAfter(word, this.expected, this.open);
    if (next === undefined) return undefined;
    if (end === text.length && word.length <= MAX_SCALAR_LENGTH) return offset;
    if (!SCALAR.test(word)) return undefined;
    this.expected = next;
    return end;
  }

  /** The same for the content of a string and the quote after it. */
  private endOfString(text: string, offset: number): number | undefined {
    const end = lastIndexOf(STRING_CONTENT, text, offset);
    if (end === text.length) return end;
    if (text[end] === '"') {
      this.stringStart = undefined;
      return end + 1;
    }
    UNFINISHED_ESCAPE.lastIndex = end;
    if (!UNFINISHED_ESCAPE.test(text)) return undefined;
    // What precedes the escape is done with.
    return end;
  }

  private take(token: string): boolean {
    const next = expectedAfter(token, this.expected, this.open);
    if (next !== undefined) this.expected = next;
    return next !== undefined;
  }
}

/** Where the pattern, which matches anything, stops matching from an offset on. */
function lastIndexOf(pattern: RegExp, text: string, offset: number): number {
  pattern.lastIndex = offset;
  pattern.exec(text);
  return pattern.lastIndex;
}

/** What may follow the token; undefined where the token was not expected. */
function expectedAfter(token: string, expected: Expected, open: string[]): Expected | undefined {
  const inObject = open.at(-1) === '{';
  switch (expected) {
    case 'value or ]':
      return token === ']' ? afterClosing(open) : afterValue(token, open);
    case 'value':
      return afterValue(token, open);
    case 'key or }':
      if (token === '}') return afterClosing(open);
      return token.startsWith('"') ? ':' : undefined;
    case 'key':
      return token.startsWith('"') ? ':' : undefined;
    case ':':
      return token === ':' ? 'value' : undefined;
    case ', or end':
      if (token === ',') return inObject ? 'key' : 'value';
      return token === (inObject ? '}' : ']') ? afterClosing(open) : undefined;
    case 'end of text':
      return undefined;
  }
}

function afterValue(token: string, open: string[]): Expected | undefined {
  if (token === '{' || token === '[') {
    open.push(token);
    return token === '{' ? 'key or }' : 'value or ]';
  }
  if (/^[}\],:]/.test(token)) return undefined;
  return open.length > 0 ? ', or end' : 'end of text';
}

function afterClosing(open: string[]): Expected {
  open.pop();
  return open.length > 0 ? ', or end' : 'end of text';
}
