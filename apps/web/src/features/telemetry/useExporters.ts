"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";
import { useSession } from "@/shell/useSession.ts";

export type ListedExporter = RouterOutputs["telemetry"]["exporters"]["list"][number];

/** What the owner has set for exporters, and the ways to change it; only an owner may. */
export function useExporters() {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const refresh = { onSuccess: () => cache.invalidateQueries({ queryKey: trpc.telemetry.pathKey() }) };
  return {
    mayChange: useSession().data?.installationOwner === true,
    list: useQuery(trpc.telemetry.exporters.list.queryOptions()),
    acceptance: useQuery(trpc.telemetry.acceptance.queryOptions()),
    setAcceptance: useMutation(trpc.telemetry.setAcceptance.mutationOptions(refresh)),
  };
}
