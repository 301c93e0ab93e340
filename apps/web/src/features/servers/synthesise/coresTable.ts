import type { ChainThroughput, CoreRange } from "@p4twin/models/synthesis";

/** One row for so many cores: from packets alone in their batch to full batches, Gbps. */
export type CoresRow = { cores: number; original: CoreRange; synthesised: CoreRange };

export const coresRows = ({ original, synthesised }: ChainThroughput): CoresRow[] =>
  original.flatMap((before, i): CoresRow[] => {
    const after = synthesised[i];
    return after === undefined ? [] : [{ cores: before.cores, original: before, synthesised: after }];
  });

/** Least cores that carry `gbps`, in full batches and with every packet alone; null where no number of them does. */
export function coresOfLoad(
  points: readonly CoreRange[],
  gbps: number,
): { full: number | null; alone: number | null } {
  // a rounded rate must not cost a core
  const least = (of: (p: CoreRange) => number): number | null =>
    points.find((p) => of(p) >= gbps - 1e-6)?.cores ?? null;
  return { full: least((p) => p.gbps), alone: least((p) => p.lowGbps) };
}

/** `2 to 3 cores`, `from 2 cores` where full batches alone do it, `not with its 16 cores`. */
export function coresText(points: readonly CoreRange[], gbps: number): string {
  const { full, alone } = coresOfLoad(points, gbps);
  if (full === null) return `not with its ${points.length} cores`;
  const plural = (n: number): string => `${n} ${n === 1 ? "core" : "cores"}`;
  if (alone === null) return `from ${plural(full)}, in full batches`;
  return full === alone ? plural(full) : `${full} to ${plural(alone)}`;
}
