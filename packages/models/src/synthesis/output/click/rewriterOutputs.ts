import type { Rewriter } from "../../graph/unit.ts";

/** How many outputs the specifications of a rewriter name. */
export function rewriterOutputs({ specifications, mappers }: Rewriter): number {
  const texts = specifications.flatMap((s) => mappers[s] ?? [s]);
  const ports = texts.flatMap((text) => {
    const words = text.split(/\s+/);
    if (["drop", "discard"].includes(words[0]!)) return [];
    const numbers = ["pass", "passthrough", "nochange"].includes(words[0]!)
      ? words.slice(1)
      : words.slice(-2);
    return numbers.map(Number);
  });
  return Math.max(0, ...ports) + 1;
}
