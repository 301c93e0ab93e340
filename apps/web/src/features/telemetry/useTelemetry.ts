"use client";
import { useQuery } from "@tanstack/react-query";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";

export type TelemetryState = NonNullable<RouterOutputs["telemetry"]["state"]>;
export type ExporterState = TelemetryState["exporters"][number];

const POLL_MS = 2_000;
/** What the collector says about itself, every 2 s; null while it does not listen. */
export function useTelemetry() {
  const trpc = useTRPC();
  return useQuery(trpc.telemetry.state.queryOptions(undefined, { refetchInterval: POLL_MS }));
}
