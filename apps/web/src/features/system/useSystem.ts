"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type RouterInputs, type RouterOutputs, useTRPC } from "@/lib/trpc.ts";

export type SystemState = RouterOutputs["system"]["state"];
export type SystemProcess = RouterOutputs["system"]["processes"][number];
export type Incident = RouterOutputs["system"]["incidents"]["incidents"][number];
type IncidentFilter = RouterInputs["system"]["incidents"];

const POLL_MS = 2_000;

/** Database, disk, clock, spool, queues and broker, every 2 s. */
export function useSystemState() {
  const trpc = useTRPC();
  return useQuery(trpc.system.state.queryOptions(undefined, { refetchInterval: POLL_MS }));
}

/** The processes of the installation, every 2 s; for operators. */
export function useSystemProcesses(enabled: boolean) {
  const trpc = useTRPC();
  return useQuery(trpc.system.processes.queryOptions(undefined, { refetchInterval: POLL_MS, enabled }));
}

/** Faults of P4Twin itself, newest first. */
export function useIncidents(filter: IncidentFilter, everyMs = POLL_MS) {
  const trpc = useTRPC();
  return useQuery(
    trpc.system.incidents.queryOptions(filter, {
      refetchInterval: everyMs,
      placeholderData: keepPreviousData,
    }),
  );
}
