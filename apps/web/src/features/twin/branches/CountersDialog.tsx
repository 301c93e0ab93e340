"use client";
import { type Branches, branchesSchema } from "@p4twin/models/twin";
import { BranchesDialog } from "@/features/deployments/index.ts";
import type { RouterOutputs } from "@/lib/trpc.ts";

type Places = Extract<RouterOutputs["twin"]["branches"], { ok: true }>["places"];

export type CountersDialogProps = {
  program: string;
  /** what was pasted or dropped, and what was read of it */
  given: unknown;
  places: Places;
  onClose: () => void;
};

/** Which switch of a twin is to be predicted by these counters. */
export function CountersDialog({ program, given, places, onClose }: CountersDialogProps) {
  return <BranchesDialog program={program} branches={branchesOf(given, places)} onClose={onClose} />;
}

/** What was counted by whom: a file of `p4twin run --branches` says it, counters do not. */
function branchesOf(given: unknown, places: Places): Branches {
  const stated = branchesSchema.safeParse(given);
  if (stated.success) return stated.data;
  return {
    source: { kind: "counters", name: "counters" },
    interval: null,
    places: places.map(({ kind, name, ways }) => ({
      ...{ kind, name },
      ways: Object.fromEntries(ways.map(({ way, packets }) => [way, packets])),
    })),
  };
}
