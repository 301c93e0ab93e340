import type { Random } from "../../core/index.ts";
import { tokenizeP4 } from "../lex/tokenize.ts";

/** A text in the pieces that token mutations move: tokens and the space between them. */
export type FuzzSeed = { name: string; text: string; pieces: readonly string[] };

/** Cuts a program into pieces that join to its text. */
export function fuzzSeed(name: string, text: string): FuzzSeed {
  const pieces: string[] = [];
  let end = 0;
  for (const token of tokenizeP4(text)) {
    if (token.start > end) pieces.push(text.slice(end, token.start));
    pieces.push(text.slice(token.start, token.end));
    end = token.end;
  }
  if (end < text.length) pieces.push(text.slice(end));
  return { name, text, pieces };
}

/** Pieces that parsers stumble over, more often than chance would bring them. */
const NASTY = [
  ..."{}()<>[];:,.=@#\\\"'`$?!~&|^+-*/%_\0é\u{1f600}",
  ">>",
  "<<",
  "&&&",
  "...",
  "..",
  "{#}",
  "/*",
  "*/",
  "//",
  "\n#if 1\n",
  "\n#else\n",
  "\n#endif\n",
  "\n#define x(a,b) a##b x(b,a)\n",
  '\n#include "x"\n',
  "0",
  "8w",
  "99999999999999999999999999",
  "1048576w1",
  "-1",
];

/** One to eight mutations of a program: of its bytes, or of its tokens with those of other programs. */
export function mutate(random: Random, seeds: readonly FuzzSeed[]): string {
  const seed = pick(random, seeds);
  const count = 1 + random.integer(8);
  if (random.next() < 0.5) return mutateBytes(random, seed.text, count);
  const pieces = [...seed.pieces];
  for (let i = 0; i < count; i++) mutatePieces(random, pieces, seeds);
  return pieces.join("");
}

function pick<T>(random: Random, from: readonly T[]): T {
  const found = from[random.integer(from.length)];
  if (found === undefined) throw new Error("nothing to choose from");
  return found;
}

function mutateBytes(random: Random, text: string, count: number): string {
  let bytes = new TextEncoder().encode(text);
  for (let i = 0; i < count; i++) {
    const at = random.integer(bytes.length + 1);
    const length = random.integer(20);
    const rest = bytes.subarray(Math.min(bytes.length, at + length));
    switch (random.integer(5)) {
      case 0:
        if (at < bytes.length) bytes[at] = random.integer(256);
        break;
      case 1:
        if (at < bytes.length) bytes[at] = (bytes[at] ?? 0) ^ (1 << random.integer(8));
        break;
      case 2:
        bytes = join(bytes.subarray(0, at), rest);
        break;
      case 3:
        bytes = join(
          bytes.subarray(0, at),
          new TextEncoder().encode(pick(random, NASTY)),
          bytes.subarray(at),
        );
        break;
      default:
        // a stretch from elsewhere, often several times: depth and length are what exhausts parsers
        bytes = join(bytes.subarray(0, at), repeated(random, bytes), bytes.subarray(at));
    }
  }
  return new TextDecoder().decode(bytes);
}

function repeated(random: Random, bytes: Uint8Array): Uint8Array {
  const from = random.integer(bytes.length + 1);
  const stretch = bytes.subarray(from, from + 1 + random.integer(40));
  return join(...Array.from({ length: times(random) }, () => stretch));
}

/** Mostly once, seldom often. */
const times = (random: Random): number => (random.next() < 0.9 ? 1 : 1 + random.integer(200));

function join(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function mutatePieces(random: Random, pieces: string[], seeds: readonly FuzzSeed[]): void {
  const at = random.integer(pieces.length + 1);
  const other = pick(random, seeds).pieces;
  switch (random.integer(6)) {
    case 0:
      pieces.splice(at, 1 + random.integer(6));
      return;
    case 1:
      pieces.splice(at, 1, pick(random, other));
      return;
    case 2:
      pieces.splice(at, 0, pick(random, NASTY));
      return;
    case 3: {
      const to = random.integer(pieces.length + 1);
      const [moved] = pieces.splice(at, 1);
      if (moved !== undefined) pieces.splice(to, 0, moved);
      return;
    }
    case 4: {
      const from = random.integer(other.length);
      pieces.splice(at, random.integer(10), ...other.slice(from, from + random.integer(60)));
      return;
    }
    default: {
      const from = random.integer(pieces.length + 1);
      const stretch = pieces.slice(from, from + 1 + random.integer(12)).join("");
      pieces.splice(at, 0, stretch.repeat(times(random)));
    }
  }
}
