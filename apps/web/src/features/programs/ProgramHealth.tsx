"use client";
import { Badge } from "@p4twin/ui";
import { formatCount, formatLatency } from "@p4twin/ui/format";
import { useQuery } from "@tanstack/react-query";
import { countOf } from "@/lib/countOf.ts";
import { useTRPC } from "@/lib/trpc.ts";

export type ProgramOnDevice = { versionId: string; device: string };

/** A version never changes, its device profile may: looked at again after this long (our choice). */
const STALE_MS = 60_000;

/** Asked for each row that is in view; both cells of a row share the answer. */
function useProgramHealth(asked: ProgramOnDevice) {
  const trpc = useTRPC();
  return useQuery(trpc.programs.health.queryOptions(asked, { staleTime: STALE_MS }));
}

/** Number of feasible paths, or that the program cannot be analysed. */
export function PathCount(asked: ProgramOnDevice) {
  const { data, isPending } = useProgramHealth(asked);
  if (isPending) return <span className="text-ink-3">…</span>;
  if (!data) return <span className="text-ink-3">unknown</span>;
  return data.paths === null ? (
    <Badge tone="bad">{countOf(data.errors, "error")}</Badge>
  ) : (
    formatCount(data.paths)
  );
}

/** Latency of the slowest path on the device, µs. */
export function SlowestPath(asked: ProgramOnDevice) {
  const { data, isPending } = useProgramHealth(asked);
  if (isPending) return <span className="text-ink-3">…</span>;
  return formatLatency(data?.slowestUs, "us");
}
