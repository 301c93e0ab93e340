/**
 * A message of protobuf's text format: its fields in order; what a field is called is all that is known of its type.
 */
export type TextMessage = readonly TextField[];
export type TextField = {
  name: string;
  /** numbers, words and strings as they are written, without quotes */
  value: string | TextMessage;
  /** name behind a number in parentheses, as p4runtime-shell prints it */
  alias: string | null;
  offset: number;
};

export class TextProtoError extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

type Token = { text: string; isString: boolean; offset: number };

/** Parses protobuf's text format (fields, lists, strings, comments); throws `TextProtoError` at what it cannot be. */
export function parseTextProto(text: string): TextMessage {
  const tokens = tokenize(text);
  let at = 0;
  const peek = (): Token | undefined => tokens[at];
  const accept = (wanted: string): boolean => {
    const token = peek();
    if (!token || token.isString || token.text !== wanted) return false;
    at++;
    return true;
  };
  const fail = (message: string): never => {
    throw new TextProtoError(message, peek()?.offset ?? text.length);
  };
  const message = (end: string | null, depth: number): TextField[] => {
    if (depth > MAX_DEPTH) return fail(`more than ${MAX_DEPTH} messages inside each other`);
    const fields: TextField[] = [];
    while (end === null ? peek() : !accept(end)) {
      const name = peek();
      if (!name) return fail(`expected ${end ?? "a field"} before the end`);
      if (name.isString || !/^[A-Za-z_]/.test(name.text)) return fail(`expected a field, found ${name.text}`);
      at++;
      const hasColon = accept(":");
      if (accept("[")) {
        while (!accept("]")) {
          fields.push(field(name, hasColon, depth));
          accept(",");
        }
      } else {
        fields.push(field(name, hasColon, depth));
      }
      if (!accept(",")) accept(";");
    }
    return fields;
  };
  const field = ({ text: name, offset }: Token, hasColon: boolean, depth: number): TextField => {
    if (accept("{")) return { name, value: message("}", depth + 1), alias: null, offset };
    if (accept("<")) return { name, value: message(">", depth + 1), alias: null, offset };
    const token = peek();
    if (!hasColon || !token) return fail(`expected a value of ${name}`);
    if (!token.isString && !/^[-+.\w]/.test(token.text)) return fail(`expected a value of ${name}`);
    at++;
    let value = token.text;
    // strings side by side are one
    for (let next = peek(); token.isString && next?.isString; next = peek()) {
      value += next.text;
      at++;
    }
    return { name, value, alias: aliasBehind(), offset };
  };
  const aliasBehind = (): string | null => {
    if (!accept("(")) return null;
    const alias = peek();
    at++;
    if (!alias?.isString || !accept(")")) return fail("expected a name in quotes and )");
    return alias.text;
  };
  return message(null, 0);
}

/** Our choice: far beyond what P4Runtime nests. */
const MAX_DEPTH = 64;

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  const pattern = /\s+|#[^\n]*|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|([-+]?[\w.]+)|([{}[\]<>:,;()/])/gy;
  while (pattern.lastIndex < text.length) {
    const offset = pattern.lastIndex;
    const match = pattern.exec(text);
    if (!match) throw new TextProtoError(`unexpected ${text[offset]}`, offset);
    const [, quoted, word, mark] = match;
    if (quoted !== undefined) tokens.push({ text: quoted.slice(1, -1), isString: true, offset });
    else if (word !== undefined || mark !== undefined)
      tokens.push({ text: word ?? mark ?? "", isString: false, offset });
  }
  return tokens;
}
