import type { Text } from "@codemirror/state";

/** Kinds of a coloured piece of text: those of the P4 front end. */
export const TOKEN_KINDS = [
  "keyword",
  "type",
  "identifier",
  "annotation",
  "number",
  "string",
  "comment",
  "directive",
  "operator",
  "punctuation",
  "invalid",
] as const;

/** A coloured piece of text; offsets count UTF-16 code units from 0. */
export interface CodeToken {
  kind: (typeof TOKEN_KINDS)[number];
  start: number;
  end: number;
}

/**
 * Tokens of a text in order. A text that begins a line behind punctuation, outside any token, must give the
 * same tokens as it does within the whole: then an edit costs a few lines and not the whole text.
 */
export type Tokenize = (text: string) => readonly CodeToken[];

/** Tokens as columns, so that those behind an edit move by adding a number. */
export interface TokenColumns {
  /** index in `TOKEN_KINDS` */
  kind: Uint8Array;
  start: Int32Array;
  end: Int32Array;
}

/** One replaced range: what stood from `from` to `oldTo` now ends at `newTo`. */
export interface EditedRange {
  from: number;
  oldTo: number;
  newTo: number;
}

const COMMENT = TOKEN_KINDS.indexOf("comment");
const PUNCTUATION = TOKEN_KINDS.indexOf("punctuation");
const INVALID = TOKEN_KINDS.indexOf("invalid");

/** Tokens as columns; those out of order or out of the text are left out. */
export function toColumns(tokens: readonly CodeToken[], length: number): TokenColumns {
  let last = 0;
  const good = tokens.filter(({ start, end }) => {
    if (start < last || end > length || end <= start) return false;
    last = end;
    return true;
  });
  return {
    kind: Uint8Array.from(good, (token) => TOKEN_KINDS.indexOf(token.kind)),
    start: Int32Array.from(good, (token) => token.start),
    end: Int32Array.from(good, (token) => token.end),
  };
}

/** Number of tokens that start before `position`. */
export function tokensBefore({ start }: TokenColumns, position: number): number {
  let low = 0;
  let high = start.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((start[middle] ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether lexing can begin at a line start: no token crosses it, and the last one before it is punctuation. */
function isClean(columns: TokenColumns, lineStart: number): boolean {
  let index = tokensBefore(columns, lineStart) - 1;
  if ((columns.end[index] ?? -1) >= lineStart) return false;
  while (index >= 0 && columns.kind[index] === COMMENT) index -= 1;
  return index < 0 || columns.kind[index] === PUNCTUATION;
}

/** The tokens after an edit: only lines around it are lexed anew, up to where the old tokens fit again. */
export function editColumns(
  old: TokenColumns,
  oldDoc: Text,
  doc: Text,
  { from, oldTo, newTo }: EditedRange,
  tokenize: Tokenize,
): TokenColumns {
  const whole = () => toColumns(tokenize(doc.toString()), doc.length);
  // Whether a quote or a comment is closed may be decided far away.
  if (old.kind.includes(INVALID)) return whole();
  let first = oldDoc.lineAt(from);
  while (first.number > 1 && !isClean(old, first.from)) first = oldDoc.line(first.number - 1);

  const moved = newTo - oldTo;
  let last = doc.lineAt(newTo).number;
  for (let step = 1; last < doc.lines; step *= 2) {
    last = Math.min(doc.lines - 1, last + step - 1);
    const until = doc.line(last).to + 1;
    if (isClean(old, until - moved)) {
      const text = doc.sliceString(first.from, until);
      const made = toColumns(tokenize(text), text.length);
      if (!made.kind.includes(INVALID) && isClean(made, text.length)) {
        return splice(old, { from: first.from, to: until - moved, moved }, made);
      }
    }
    last += 1;
  }
  if (first.number === 1) return whole();
  const text = doc.sliceString(first.from);
  return splice(
    old,
    { from: first.from, to: oldDoc.length + 1, moved },
    toColumns(tokenize(text), text.length),
  );
}

/** The old tokens with those between `from` and `to` replaced, and those behind moved. */
function splice(
  old: TokenColumns,
  { from, to, moved }: { from: number; to: number; moved: number },
  made: TokenColumns,
): TokenColumns {
  const before = tokensBefore(old, from);
  const after = tokensBefore(old, to);
  const length = before + made.start.length + (old.start.length - after);
  const joined: TokenColumns = {
    kind: new Uint8Array(length),
    start: new Int32Array(length),
    end: new Int32Array(length),
  };
  joined.kind.set(old.kind.subarray(0, before));
  joined.kind.set(made.kind, before);
  joined.kind.set(old.kind.subarray(after), before + made.kind.length);
  for (const column of ["start", "end"] as const) {
    const target = joined[column];
    target.set(old[column].subarray(0, before));
    let at = before;
    for (const value of made[column]) target[at++] = value + from;
    for (const value of old[column].subarray(after)) target[at++] = value + moved;
  }
  return joined;
}
