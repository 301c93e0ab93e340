import { type Construct, constructs } from "@p4twin/models/program";
import type { ComparedPath } from "@/workers/program/pageQuestions.ts";
import type { ProgramUrl } from "./urlState.ts";

/** Paths that differ, or whose latency does on a device; or all of them. */
export const comparedRows = (paths: readonly ComparedPath[], which: ProgramUrl["compared"]): ComparedPath[] =>
  paths.filter(
    ({ change, latency }) =>
      which === "all" ||
      change !== "same" ||
      Object.values(latency).some(({ before, after }) => before?.meanUs !== after?.meanUs),
  );

/** How a vector changed, in words: `table +1, modify −2`; empty when it did not. */
export function deltaWords(delta: Partial<Record<Construct, number>> | null): string {
  return constructs
    .flatMap((construct) => {
      const change = delta?.[construct] ?? 0;
      if (change === 0) return [];
      return [`${construct} ${change > 0 ? "+" : "−"}${Math.abs(change)}`];
    })
    .join(", ");
}
