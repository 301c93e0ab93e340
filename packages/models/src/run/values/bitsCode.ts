import type { CodeWriter } from "../code/writer.ts";
import { highWord, lowWord, wideOf } from "./bits.ts";
import { type NodeShape, type Shape, widthOf } from "./shape.ts";

type Bits = Extract<Shape, { kind: "bits" }>;
/** A field where it stands in its header: its first bit and the one behind its last. */
type Placed = { index: number; from: number; to: number; shape: Bits };

/** The widest number that two words hold. */
const MOST_BITS = 64;

/** Null: some field is none of unsigned bits of at most two words. */
function placed({ fields }: NodeShape): Placed[] | null {
  let from = 0;
  const all: Placed[] = [];
  for (const [index, { shape }] of fields.entries()) {
    if (shape.kind !== "bits" || shape.isSigned || shape.width > MOST_BITS) return null;
    all.push({ index, from, to: from + shape.width, shape });
    from += shape.width;
  }
  return all;
}

/** Statements that read the fields of a header into `f` from byte `i` of `p` on. */
export function fieldsCode(to: CodeWriter, shape: NodeShape): string | null {
  const fields = placed(shape);
  if (fields === null) return null;
  return fields
    .map(({ index, from, to: end, shape: { width } }) =>
      width <= 32
        ? `f[${index}]=${wordCode(from, end)};`
        : `f[${index}]=${to.ref(wideOf)}(${wordCode(from, end - 32)},${wordCode(end - 32, end)});`,
    )
    .join("");
}

/** At most 32 bits of `p` from bit `from` behind byte `i`. */
function wordCode(from: number, to: number): string {
  const width = to - from;
  if (width === 0) return "0";
  const [first, last] = [from >> 3, (to - 1) >> 3];
  const right = 8 * (last + 1) - to;
  const bytes = Array.from({ length: last - first + 1 }, (_, k) => ({
    at: first + k,
    left: 8 * (last - first - k),
  }));
  const terms = bytes.map(({ at, left }) => {
    const shift = left - right;
    const byte = `p[i+${at}]`;
    return shift === 0 ? byte : shift > 0 ? `(${byte}<<${shift})` : `(${byte}>>${-shift})`;
  });
  const joined = terms.join("|");
  return width === 32 ? `((${joined})>>>0)` : `((${joined})&${2 ** width - 1})`;
}

/** Statements that write the fields `f` of a header into `b` from byte `i` on. */
export function bytesCode(to: CodeWriter, shape: NodeShape): string | null {
  const fields = placed(shape);
  if (fields === null || (widthOf(shape) & 7) !== 0) return null;
  const begin: string[] = [];
  // what fits a machine word, each with its place
  const words = fields.flatMap(({ index, from, to: end, shape: { width } }) => {
    if (width <= 32) return [{ text: `f[${index}]`, from, to: end }];
    const [high, low] = [to.local(), to.local()];
    begin.push(`const ${high}=${to.ref(highWord)}(f[${index}]),${low}=${to.ref(lowWord)}();`);
    return [
      { text: high, from, to: end - 32 },
      { text: low, from: end - 32, to: end },
    ];
  });
  const bytes = Array.from({ length: widthOf(shape) >> 3 }, (_, at) => {
    const end = 8 * at + 8;
    const terms = words
      .filter((word) => word.from < end && word.to > end - 8)
      .map(({ text, to: last }) => {
        const shift = last - end;
        return shift === 0 ? text : shift > 0 ? `(${text}>>>${shift})` : `(${text}<<${-shift})`;
      });
    return `b[i+${at}]=${terms.join("|")};`;
  });
  return [...begin, ...bytes].join("");
}
