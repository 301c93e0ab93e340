import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from "yaml";
import type { Diagnostic, Span } from "../diagnostic.ts";
import { keyProblems } from "./keyProblems.ts";
import { type Excess, jsonExcess, yamlExcess } from "./limits.ts";

export type Path = readonly (string | number)[];

/** A JSON or YAML text that was read, with the places of its values. */
export type SourceDocument = {
  file: string;
  /** what the text says; undefined when it could not be read */
  value: unknown;
  /** syntax errors */
  diagnostics: Diagnostic[];
  /** place of the value at `path`, or of the nearest value around it */
  spanAt(path: Path): Span;
  /** place of the key `key` of the map at `path` */
  keySpanAt(path: Path, key: string): Span;
};

type Tree = { document: Document.Parsed; lines: LineCounter };

const optionsOf = (lineCounter: LineCounter) => ({
  ...{ lineCounter, prettyErrors: false, logLevel: "silent" as const },
  // the library compares each key with each: `keyProblems` finds the same in one pass
  uniqueKeys: false,
});

/** The library makes an error of every mistake; its stack, which nobody reads, took four fifths of the time. */
function withoutStacks<T>(parse: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return parse();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Syntax errors that are shown of one text (our choice). */
export const MAX_SYNTAX_ERRORS = 50;

/**
 * Reads JSON or YAML 1.2 (the first document of the text). JSON goes through the engine's own parser, and the
 * places of values are only computed when a diagnostic asks for them, so that large generated files stay
 * fast. What is nested too deep is refused before a parser sees it. Takes time in proportion to the text.
 */
export function readDocument(text: string, file: string): SourceDocument {
  let cached: Tree | null = null;
  const tree = (): Tree => {
    if (cached === null) {
      const lines = new LineCounter();
      cached = { lines, document: withoutStacks(() => parseDocument(text, optionsOf(lines))) };
    }
    return cached;
  };
  const toSpan = (start: number, end: number): Span => spanOf(tree().lines, file, start, end);
  const spanAt = (path: Path): Span => {
    const [start, end] = rangeAt(tree().document, path);
    return toSpan(start, end);
  };
  const keySpanAt = (path: Path, key: string): Span => {
    const map = tree().document.getIn(path, true);
    const pair = isMap(map) ? map.items.find((item) => keyText(item.key) === key) : undefined;
    const range = pair && isNode(pair.key) ? pair.key.range : null;
    return range ? toSpan(range[0], range[1]) : spanAt(path);
  };
  const source = (value: unknown, diagnostics: Diagnostic[]): SourceDocument => ({
    file,
    value,
    diagnostics,
    spanAt,
    keySpanAt,
  });

  const refuse = (excess: Excess): SourceDocument => {
    const span = spanAtOffset(text, file, excess.at);
    const message = `the file ${excess.message}`;
    // the places of values are not known: the text is not read
    const here = (): Span => span;
    const diagnostics: Diagnostic[] = [{ severity: "error", code: excess.code, message, span }];
    return { file, value: undefined, diagnostics, spanAt: here, keySpanAt: here };
  };
  const isJson = startsAsJson(text);
  const jsonTooMuch = isJson ? jsonExcess(text) : null;
  const json = isJson && !jsonTooMuch ? readJson(text) : null;
  if (json) return source(json.value, []);
  const tooMuch = yamlExcess(text);
  if (tooMuch) return refuse(tooMuch);
  const { document, lines } = tree();
  // of several errors at one place the last is the most specific
  const errors = [
    ...new Map([...document.errors, ...keyProblems(document)].map((e) => [e.pos[0], e])).values(),
  ].slice(0, MAX_SYNTAX_ERRORS);
  const diagnostics = errors.map(
    (error): Diagnostic => ({
      severity: "error",
      code: "bad-syntax",
      message: `${error.message}; the file must be valid JSON or YAML`,
      span: spanOf(lines, file, Math.min(error.pos[0], text.length), Math.min(error.pos[1], text.length)),
    }),
  );
  if (diagnostics.length > 0) return source(undefined, diagnostics);
  try {
    return source(document.toJS({ maxAliasCount: 100 }), []);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    return source(undefined, [
      { severity: "error", code: "bad-syntax", message, span: toSpan(0, text.length) },
    ]);
  }
}

const startsAsJson = (text: string): boolean => /^\s*[[{]/.test(text);

/** Null when the text is none, which YAML may still be. */
function readJson(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

const keyText = (key: unknown): string => (isScalar(key) ? String(key.value) : "");

function rangeAt(document: Document.Parsed, path: Path): [number, number] {
  for (let length = path.length; length >= 0; length--) {
    const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return [node.range[0], node.range[1]];
  }
  return [0, 0];
}

/** The place of one character of a text that no parser has read. */
function spanAtOffset(text: string, file: string, at: number): Span {
  const line = text.slice(0, at).split("\n").length;
  const column = at - (text.lastIndexOf("\n", at - 1) + 1) + 1;
  return { file, start: at, end: at + 1, line, column, endLine: line, endColumn: column + 1 };
}

function spanOf(lines: LineCounter, file: string, start: number, end: number): Span {
  const from = lines.linePos(start);
  const to = lines.linePos(end);
  return {
    file,
    start,
    end,
    line: Math.max(1, from.line),
    column: Math.max(1, from.col),
    endLine: Math.max(1, to.line),
    endColumn: Math.max(1, to.col),
  };
}
