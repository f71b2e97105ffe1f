/** What may follow in a JSON text. */
type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end' | 'end of text';

// eslint-disable-next-line no-control-regex -- strings of JSON have none
const STRING = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})[^"\\\u0000-\u001f]*)*"/;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?|true|false|null/;
const TOKEN = new RegExp(`[{}[\\],:]|${STRING.source}|${SCALAR.source}`, 'y');
const BLANKS = /[ \t\r\n]*/y;

/** The offset at which text stops being valid JSON, its length where it is cut; undefined where it is valid. */
export function jsonErrorOffset(text: string): number | undefined {
  /** The brackets that are open. */
  const open: string[] = [];
  let expected: Expected = 'value';
  let offset = 0;
  for (;;) {
    BLANKS.lastIndex = offset;
    BLANKS.exec(text);
    offset = BLANKS.lastIndex;
    if (offset === text.length) return expected === 'end of text' ? undefined : offset;
    TOKEN.lastIndex = offset;
    const token = TOKEN.exec(text)?.[0];
    const next: Expected | undefined = token === undefined ? undefined : expectedAfter(token, expected, open);
    if (next === undefined) return offset;
    expected = next;
    offset = TOKEN.lastIndex;
  }
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
