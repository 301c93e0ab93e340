import type { CodeWriter } from "../code/writer.ts";
import { highWord, lowWord } from "../values/bits.ts";
import type { HashPart } from "./hashInput.ts";

/** More bits are summed by the closure: the sum stays below 32 bits. */
const MOST_BITS = 0x8000;

/**
 * Statements that return the Internet checksum of fields, straight from the fields, where all their headers are there;
 * null: some field is no number of at most two words.
 */
export function internetSumCode(to: CodeWriter, parts: readonly HashPart[]): string | null {
  let bits = 0;
  const begin: string[] = [];
  const terms: string[] = [];
  for (const { value, shape } of parts) {
    if (shape.kind !== "bits" || shape.isSigned || shape.width > 64) return null;
    const held = to.local();
    begin.push(`const ${held}=${to.value(value)};`);
    const from = bits;
    bits += shape.width;
    if (shape.width <= 32) {
      terms.push(...wordTerms(held, from, bits));
      continue;
    }
    const [high, low] = [to.local(), to.local()];
    begin.push(`const ${high}=${to.ref(highWord)}(${held}),${low}=${to.ref(lowWord)}();`);
    terms.push(...wordTerms(high, from, bits - 32), ...wordTerms(low, bits - 32, bits));
  }
  if (bits > MOST_BITS || terms.length === 0) return null;
  const isThere = [...new Set(parts.map(({ isValid }) => to.value(isValid)))].join("&&");
  const fold = "s=(s&65535)+(s>>>16);";
  return `if(${isThere}){${begin.join("")}let s=${terms.join("+")};${fold}${fold}return ~s&65535;}`;
}

/** What a number from bit `from` on adds to the words of 16 bits that it lies in. */
function wordTerms(name: string, from: number, to: number): string[] {
  const first = from >> 4;
  return Array.from({ length: to > from ? ((to - 1) >> 4) - first + 1 : 0 }, (_, k) => {
    const [begin, end] = [16 * (first + k), 16 * (first + k) + 16];
    const bits = Math.min(end, to) - Math.max(begin, from);
    const part = to > end ? `(${name}>>>${to - end})` : name;
    const cut = from < begin ? `(${part}&${2 ** bits - 1})` : part;
    return to < end ? `(${cut}<<${end - to})` : cut;
  });
}
