import type { SweepCase } from "@p4twin/models/placement";
import type { BadgeTone } from "@p4twin/ui";
import { countOf } from "@/lib/countOf.ts";

/** How a failure ends, in a word and in a sentence. */
export function sweepOutcome({ chains, violations, reembedding }: SweepCase): {
  tone: BadgeTone;
  badge: string;
  words: string;
} {
  if (reembedding && reembedding.lost.length > 0) {
    const words = `${reembedding.lost.join(", ")} ${reembedding.proven ? "has no place left while the others stay" : "found no place"}`;
    return { tone: "bad", badge: `${reembedding.lost.length} lost`, words };
  }
  if (reembedding) {
    const others = reembedding.keepsOthers ? "the others stay" : "the others move, too";
    return {
      tone: "warn",
      badge: "placed again",
      words: `${countOf(reembedding.chains.length, "chain")} placed again, ${others}`,
    };
  }
  if (violations.length > 0) return { tone: "bad", badge: "crowded", words: violations[0] ?? "" };
  return { tone: "ok", badge: "detour", words: `${countOf(chains.length, "chain")} on another way` };
}
