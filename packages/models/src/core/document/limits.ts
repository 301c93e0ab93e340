import { CST, Lexer } from "yaml";

/** Levels of lists and maps inside each other (our choice: our deepest format has nine). */
export const MAX_NESTING = 100;
/** Uses of anchors in one text (our choice); each is looked up in the whole text. */
const MAX_ALIASES = 1_000;

/** What makes a text too much to be read, and where it begins. */
export type Excess = { code: "too-deep" | "too-many-aliases"; message: string; at: number };

const tooDeep = (at: number, levels: number): Excess => ({
  code: "too-deep",
  message: `is nested deeper than ${levels} levels; flatten the file`,
  at,
});

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
// "[" and "{", "]" and "}" differ in one bit
const CASE = 0x20;
const OPEN = 0x5b;
const CLOSE = 0x5d;

/** The first place of a JSON text that is too deep, before any parser sees it; null when there is none. */
export function jsonExcess(text: string, levels = MAX_NESTING): Excess | null {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) {
      for (at++; at < text.length && text.charCodeAt(at) !== QUOTE; at++)
        if (text.charCodeAt(at) === BACKSLASH) at++;
    } else if ((character & ~CASE) === OPEN && ++depth > levels) return tooDeep(at, levels);
    else if ((character & ~CASE) === CLOSE) depth--;
  }
  return null;
}

const INDICATORS = new Set(["seq-item-ind", "explicit-key-ind", "map-value-ind"]);
const BLANKS = new Set(["space", "newline", "comment", "byte-order-mark"]);

/**
 * The same for YAML, by its tokens: brackets, and blocks by their columns. A block that a parser would refuse
 * counts as well, so the depth is never less than a parser's.
 */
export function yamlExcess(text: string): Excess | null {
  /** columns at which blocks stand that are open */
  const columns: number[] = [];
  let [flow, aliases, at, lineStart, isFirst] = [0, 0, 0, 0, true];
  for (const source of new Lexer().lex(text)) {
    const type = CST.tokenType(source);
    // marks of the lexer itself, which take no place in the text
    if (type === "doc-mode" || type === "scalar" || type === "flow-error-end") {
      if (type === "doc-mode") columns.length = 0;
      continue;
    }
    if (type === "flow-seq-start" || type === "flow-map-start") flow++;
    else if ((type === "flow-seq-end" || type === "flow-map-end") && flow > 0) flow--;
    else if (type === "alias" && ++aliases > MAX_ALIASES)
      return { code: "too-many-aliases", message: `uses anchors more than ${MAX_ALIASES} times`, at };
    else if (flow === 0 && !BLANKS.has(type ?? "")) {
      const column = at - lineStart;
      if (isFirst) while (columns.length > 0 && columns[columns.length - 1]! > column) columns.pop();
      if (isFirst && (columns[columns.length - 1] ?? -1) < column) columns.push(column);
      isFirst = INDICATORS.has(type ?? "");
    }
    if (columns.length + flow > MAX_NESTING) return tooDeep(at, MAX_NESTING);
    at += source.length;
    const newline = source.lastIndexOf("\n");
    if (newline >= 0) {
      lineStart = at - source.length + newline + 1;
      isFirst = true;
    }
  }
  return null;
}
