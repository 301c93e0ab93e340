import type { Diagnostic, Span } from "../../../core/index.ts";

type TokenKind = "word" | "variable" | "mark" | "arguments" | "end";
/** `arguments` is the text between the parentheses of a configuration, not yet split. */
export type Token = { kind: TokenKind; text: string; span: Span };

/** Counts lines of a text once, so that a place costs a binary search. */
export function createPlaces(text: string, file: string): (start: number, end: number) => Span {
  const starts = [0];
  for (let i = 0; i < text.length; i++) if (text[i] === "\n") starts.push(i + 1);
  const lineOf = (offset: number): number => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return low;
  };
  return (start, end) => {
    const [from, to] = [lineOf(start), lineOf(end)];
    const column = (offset: number, line: number): number => offset - starts[line]! + 1;
    return {
      file,
      start,
      end,
      line: from + 1,
      column: column(start, from),
      endLine: to + 1,
      endColumn: column(end, to),
    };
  };
}

const PATTERN =
  /\s+|\/\/[^\n]*|#[^\n]*|\/\*[\s\S]*?\*\/|(\$[A-Za-z_]\w*)|([A-Za-z_@][\w@]*(?:\/[A-Za-z_@][\w@]*)*)|(\d+)|(->|=>|::|\.\.\.|\|\||[{}[\];,|=-])/y;

/**
 * Words, marks and configuration arguments of a Click configuration. Never throws: an unknown character is a
 * diagnostic and skipped. `from`: where it begins to read.
 */
export function tokenizeClick(
  text: string,
  file: string,
  from = 0,
): { tokens: Token[]; diagnostics: Diagnostic[] } {
  const placeOf = createPlaces(text, file);
  const tokens: Token[] = [];
  const diagnostics: Diagnostic[] = [];
  let at = from;
  while (at < text.length) {
    PATTERN.lastIndex = at;
    const match = PATTERN.exec(text);
    if (match) {
      const [whole, variable, word, number, mark] = match;
      const span = (): Span => placeOf(at, at + whole.length);
      if (variable !== undefined) tokens.push({ kind: "variable", text: variable, span: span() });
      else if (word !== undefined) tokens.push({ kind: "word", text: word, span: span() });
      else if (number !== undefined || mark !== undefined)
        tokens.push({ kind: "mark", text: whole, span: span() });
      at += whole.length;
    } else if (text[at] === "(") {
      const end = closingParenthesis(text, at);
      if (end === null) {
        diagnostics.push(problem("click-open-parenthesis", 'this "(" is never closed', placeOf(at, at + 1)));
        at = text.length;
      } else {
        tokens.push({ kind: "arguments", text: text.slice(at + 1, end), span: placeOf(at + 1, end) });
        at = end + 1;
      }
    } else {
      const message = `"${text[at]}" is not expected here`;
      diagnostics.push(problem("click-syntax", message, placeOf(at, at + 1)));
      at++;
    }
  }
  tokens.push({ kind: "end", text: "the end of the text", span: placeOf(text.length, text.length) });
  return { tokens, diagnostics };
}

const problem = (code: string, message: string, span: Span): Diagnostic => ({
  severity: "error",
  code,
  message,
  span,
});

/** Offset of the parenthesis that closes the one at `open`; quotes, comments and brackets inside are passed over. */
function closingParenthesis(text: string, open: number): number | null {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    const c = text[i];
    if (c === '"' || c === "'") {
      i = endOfQuote(text, i);
      if (i >= text.length) return null;
    } else if (c === "/" && text[i + 1] === "/") {
      const end = text.indexOf("\n", i);
      if (end < 0) return null;
      i = end;
    } else if (c === "/" && text[i + 1] === "*") {
      const end = text.indexOf("*/", i + 2);
      if (end < 0) return null;
      i = end + 1;
    } else if (c === "(") depth++;
    else if (c === ")" && --depth === 0) return i;
  }
  return null;
}

/** Arguments of a configuration at their commas, without comments; quotes and bytes (`\<00 11>`) keep theirs. */
export function splitArguments(text: string): string[] {
  const out: string[] = [];
  let current = "";
  for (let i = 0; i < text.length; i++) {
    PLAIN.lastIndex = i;
    const plain = PLAIN.exec(text);
    if (plain) {
      current += plain[0];
      i += plain[0].length - 1;
      continue;
    }
    const c = text[i]!;
    const comment = c === "/" ? COMMENT_HERE.exec(text.slice(i, i + 2)) : null;
    if (c === '"' || c === "'" || text.startsWith("\\<", i)) {
      const end = c === "\\" ? endOf(text, ">", i) : endOfQuote(text, i);
      current += text.slice(i, end + 1);
      i = end;
    } else if (comment) {
      i = comment[0] === "//" ? endOf(text, "\n", i) : endOf(text, "*/", i + 2) + 1;
      current += " ";
    } else if (c === ",") {
      out.push(current.trim());
      current = "";
    } else current += c;
  }
  if (current.trim() !== "" || out.length > 0) out.push(current.trim());
  // a comma at the end adds nothing
  if (out.at(-1) === "") out.pop();
  return out;
}

/** Text in which nothing begins. */
const PLAIN = /[^"'\\/,]+/y;
const COMMENT_HERE = /^\/[/*]/;

/** Where the quote ends that begins at `from`, or the text; a backslash keeps a double quote open. */
function endOfQuote(text: string, from: number): number {
  const quote = text[from]!;
  let at = from + 1;
  while (at < text.length && text[at] !== quote) at += quote === '"' && text[at] === "\\" ? 2 : 1;
  return Math.min(at, text.length);
}

/** A text without its quotes, as elements read it: within double ones a backslash stands before what it keeps. */
export const unquoted = (text: string): string =>
  text.replace(/'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"/g, (_, single?: string, double?: string) =>
    single === undefined ? double!.replace(/\\([^<])/g, "$1") : single,
  );

/** Where `mark` begins at or behind `from`; the last character when it never does. */
function endOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length - 1 : at;
}
