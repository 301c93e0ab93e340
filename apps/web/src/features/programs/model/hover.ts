import type { SymbolInfo } from "@p4twin/models/p4";
import type { CodeHover } from "@p4twin/ui/code";

/** Width in words: `112 bits (14 bytes)`, `up to 324 bits`. */
function widthWords({ widthBits, widthBytes, isWidthMaximum }: SymbolInfo): string | null {
  if (widthBits === null) return null;
  const bytes =
    widthBytes !== null && widthBits >= 8 ? ` (${widthBytes} ${widthBytes === 1 ? "byte" : "bytes"})` : "";
  return `${isWidthMaximum ? "up to " : ""}${widthBits} ${widthBits === 1 ? "bit" : "bits"}${bytes}`;
}

/** The word of a text that an offset is in or ends; itself when there is none. */
export function wordAt(text: string, offset: number): { from: number; to: number } {
  let [from, to] = [offset, offset];
  while (from > 0 && /\w/.test(text[from - 1] ?? "")) from -= 1;
  while (to < text.length && /\w/.test(text[to] ?? "")) to += 1;
  return { from, to };
}

/**
 * What is shown over a word: what it stands for, its type and width, and what its line costs. Null when there
 * is nothing to say; over no word only a line that costs something has something to say.
 */
export function hoverOf(
  symbol: SymbolInfo | null,
  word: { from: number; to: number },
  costs: readonly string[],
): CodeHover | null {
  if (!symbol)
    return costs.length > 0 && word.to > word.from ? { ...word, code: "this line", facts: costs } : null;
  const { signature, typeText, value, container, documentation, references, span } = symbol;
  const facts = [
    typeText !== null && !signature.includes(typeText) ? `type ${typeText}` : null,
    widthWords(symbol),
    value === null ? null : `value ${value}`,
    container ? `in ${container.kind} ${container.name}` : null,
    references.length > 1 ? `named ${references.length} times` : null,
    documentation,
    ...costs,
  ];
  return { from: span.start, to: span.end, code: signature, facts: facts.filter((fact) => fact !== null) };
}
