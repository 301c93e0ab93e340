import { KEYWORDS, PUNCTUATORS, type Token } from "./token.ts";

const NUMBER =
  /(?:[0-9][0-9_]*[ws])?(?:0[xX][0-9a-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|0[dD][0-9_]+|[0-9][0-9_]*)/y;

/** What may stand behind a string that spans lines and holds punctuation. */
const BEHIND_STRING = /\s*[),\];"]/y;
const PUNCTUATION = /[;{}]/;
/** Blanks behind the backslash do not keep a line from going on (GCC's preprocessor, with a warning). */
const CONTINUED = /\\[ \t]*\r?\n/y;
const LINE_MARKER = /[ \t]*#[ \t]*(?:line[ \t]+)?[0-9]+[ \t]*"[^"\n]*"[^"\n]*/y;

const byFirst = new Map<number, readonly string[]>();
for (const text of PUNCTUATORS) {
  const code = text.charCodeAt(0);
  byFirst.set(code, [...(byFirst.get(code) ?? []), text]);
}
// kinds are shared string objects, so that comparing kinds compares pointers
const keywordKind = new Map([...KEYWORDS].map((word) => [word, word]));

function punctuatorAt(text: string, at: number): string | null {
  for (const punctuator of byFirst.get(text.charCodeAt(at)) ?? [])
    if (punctuator.length === 1 || text.startsWith(punctuator, at)) return punctuator;
  return null;
}
const continuesAt = (text: string, at: number): boolean => {
  CONTINUED.lastIndex = at;
  return CONTINUED.test(text);
};
const isLetter = (c: number): boolean => (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c === 95;
const isDigit = (c: number): boolean => c >= 48 && c <= 57;

type Comment = (start: number, end: number) => void;

/**
 * Splits a text into tokens, the last one of kind "end". Never throws: what cannot be read becomes a token of kind
 * "invalid" whose `problem` says why, so that text skipped by `#if` reports nothing. `onComment` sees every comment.
 */
export function lex(file: string, text: string, onComment?: Comment): Token[] {
  const tokens: Token[] = [];
  const length = text.length;
  let at = 0;
  let line = 1;
  let lineStart = 0;
  let startsLine = true;
  let spaceBefore = false;

  const push = (kind: string, end: number, problem = "", word = text.slice(at, end)): void => {
    tokens.push({
      kind,
      text: word,
      file,
      start: at,
      end,
      line,
      column: at - lineStart + 1,
      startsLine,
      spaceBefore,
      problem,
    });
    startsLine = false;
    spaceBefore = false;
    at = end;
  };

  while (at < length) {
    const c = text.charCodeAt(at);
    if (c === 10) {
      at++;
      line++;
      lineStart = at;
      startsLine = true;
      spaceBefore = true;
    } else if (c === 32 || c === 9 || c === 13 || c === 12 || c === 0xfeff || c === 0xa0) {
      at++;
      spaceBefore = true;
    } else if (c === 92 && continuesAt(text, at)) {
      // a continued line: the next line does not count as a new one for directives
      at = text.indexOf("\n", at) + 1;
      line++;
      lineStart = at;
      spaceBefore = true;
    } else if (c === 47 && text.charCodeAt(at + 1) === 47) {
      const newline = text.indexOf("\n", at);
      const end = newline < 0 ? length : newline;
      onComment?.(at, end);
      at = end;
      spaceBefore = true;
    } else if (c === 47 && text.charCodeAt(at + 1) === 42) {
      const close = text.indexOf("*/", at + 2);
      if (close < 0) {
        push("invalid", at + 2, "this comment is not closed; add '*/'");
        at = length;
        break;
      }
      onComment?.(at, close + 2);
      const before = line;
      countLines(at, close);
      startsLine ||= line > before;
      at = close + 2;
      spaceBefore = true;
    } else if (isLetter(c)) {
      let end = at + 1;
      while (end < length && (isLetter(text.charCodeAt(end)) || isDigit(text.charCodeAt(end)))) end++;
      const word = text.slice(at, end);
      push(keywordKind.get(word) ?? "identifier", end, "", word);
    } else if (isDigit(c)) {
      lexNumber();
    } else if (c === 34) {
      lexString();
    } else {
      const punctuator = punctuatorAt(text, at);
      if (punctuator !== null) push(punctuator, at + punctuator.length, "", punctuator);
      else {
        const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
        push("invalid", at + character.length, `'${character}' is not a character of P4`);
      }
    }
  }
  at = length;
  push("end", length);
  return tokens;

  function lexNumber(): void {
    NUMBER.lastIndex = at;
    NUMBER.test(text);
    let end = NUMBER.lastIndex;
    const good = end;
    while (end < length && (isLetter(text.charCodeAt(end)) || isDigit(text.charCodeAt(end)))) end++;
    if (end === good && good > at) push("number", end);
    else
      push("invalid", end, `'${text.slice(at, end)}' is not a number; write it as 10, 0xff, 0b101 or 8w10`);
  }

  function countLines(from: number, to: number): void {
    for (let i = text.indexOf("\n", from); i >= 0 && i < to; i = text.indexOf("\n", i + 1)) {
      line++;
      lineStart = i + 1;
    }
  }

  /**
   * Where a string that goes on behind the end of its line is closed; -1 when the next quote opens another string.
   * Quotes in line markers of a preprocessor are none of the string's.
   */
  function closesBelow(from: number): number {
    let quote = text.indexOf('"', from);
    for (let marker = markerAround(quote); marker !== null; marker = markerAround(quote))
      quote = text.indexOf('"', marker);
    BEHIND_STRING.lastIndex = quote + 1;
    const isClosed = quote >= 0 && (BEHIND_STRING.test(text) || !PUNCTUATION.test(text.slice(from, quote)));
    return isClosed ? quote : -1;
  }

  /** Where the line marker (`# 12 "file.p4"`) ends that the quote at `quote` opens; null when it opens none. */
  function markerAround(quote: number): number | null {
    if (quote < 0) return null;
    LINE_MARKER.lastIndex = text.lastIndexOf("\n", quote) + 1;
    return LINE_MARKER.test(text) ? LINE_MARKER.lastIndex : null;
  }

  function lexString(): void {
    let end = at + 1;
    let close = -1;
    while (end < length) {
      const d = text.charCodeAt(end);
      if (d === 10 && end > close) close = closesBelow(end);
      if (d === 10 && close < 0) break;
      if (d === 34 && end >= close) {
        const from = at;
        push("string", end + 1);
        countLines(from, end);
        return;
      }
      end += d === 92 && end + 1 < length && text.charCodeAt(end + 1) !== 10 ? 2 : 1;
    }
    // the brackets behind the forgotten quote belong to the program
    end = at + text.slice(at, end).replace(/[\s);]+$/, "").length;
    push("invalid", end, "this string is not closed; add '\"'");
  }
}

/** Value of a number token's text: `width` null for arbitrary precision. */
export function numberValue(text: string): { value: bigint; width: number | null; isSigned: boolean } {
  if (/^[0-9]{1,15}$/.test(text)) return { value: BigInt(Number(text)), width: null, isSigned: false };
  const split = /^([0-9][0-9_]*)([ws])/.exec(text);
  const digits = (split ? text.slice(split[0].length) : text).replaceAll("_", "");
  const width = split ? Number(split[1]?.replaceAll("_", "")) : null;
  const radix = /^0[dD]/.test(digits) ? digits.slice(2) : digits.replace(/^0+(?=[0-9])/, "");
  const value = /^0[xXbBoO]$/.test(digits) || radix === "" ? 0n : BigInt(radix.toLowerCase());
  return { value, width, isSigned: split?.[2] === "s" };
}
