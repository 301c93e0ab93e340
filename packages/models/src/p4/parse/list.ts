import type { Token } from "../lex/token.ts";
import type { Cursor } from "./cursor.ts";

type Separated<T> = {
  close: string;
  /** what one element is, for messages: "an argument" */
  what: string;
  /** what the list belongs to, for messages: "to close the arguments" */
  closing: string;
  element: () => T;
};

const CLOSERS = new Set([")", "]", "}", ";"]);

/**
 * Elements between commas up to and with `close`, whose opening token has been taken. An empty list and a trailing
 * comma are accepted. On junk: skips to the next comma or to the end of the list, and gives up where an enclosing
 * construct can go on.
 */
export function parseSeparated<T>(p: Cursor, list: Separated<T>): T[] {
  const elements: T[] = [];
  while (!p.at(list.close) && !endsList(p)) {
    const before = p.position;
    elements.push(list.element());
    if (p.eat(",")) continue;
    if (p.at(list.close) || endsList(p)) break;
    p.report("p4-expected", `expected ',' or '${list.close}' after ${list.what}, found '${p.token.text}'`);
    if (p.token.startsLine && p.position > before && startsElement(p)) continue;
    skipTo(p, (token) => token.kind === "," || token.kind === list.close);
    if (p.position === before || !p.eat(",")) break;
  }
  p.expect(list.close, list.closing);
  return elements;
}

const endsList = (p: Cursor): boolean => p.atEnd || CLOSERS.has(p.token.kind);
const startsElement = (p: Cursor): boolean => p.isName(p.token) || p.at("number") || p.at("@");

/**
 * Skips tokens up to one that `stops`, at the same bracket depth. Stops early at `;` and at a closing bracket that
 * the skipped text did not open.
 */
export function skipTo(p: Cursor, stops: (token: Token) => boolean): void {
  let depth = 0;
  while (!p.atEnd) {
    const kind = p.token.kind;
    if (depth === 0 && (stops(p.token) || CLOSERS.has(kind))) return;
    if (kind === "(" || kind === "[" || kind === "{") depth++;
    if (kind === ")" || kind === "]" || kind === "}") depth--;
    p.take();
  }
}

/** Index distance behind the bracket that closes the one at `distance`, or -1. */
export function behindBracket(p: Cursor, distance: number): number {
  let depth = 0;
  for (let i = distance; ; i++) {
    const kind = p.peek(i).kind;
    if (kind === "end" || kind === ";") return -1;
    if (kind === "(" || kind === "[" || kind === "{") depth++;
    if (kind === ")" || kind === "]" || kind === "}") depth--;
    if (depth === 0) return i + 1;
  }
}
