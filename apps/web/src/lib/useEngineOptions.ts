"use client";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "./trpc.ts";

export type EngineOption = { value: string; label: string; hint: string };

/**
 * Engines to choose from, as options of a select: built-in ones and own ones, unless `builtInOnly`. Empty
 * until they are known.
 */
export function useEngineOptions(
  does: "estimates" | "expects" | "places",
  { builtInOnly = false }: { builtInOnly?: boolean } = {},
): EngineOption[] {
  const trpc = useTRPC();
  const engines = useQuery(trpc.engines.list.queryOptions());
  return (engines.data ?? []).flatMap((engine) =>
    engine[does] && (engine.own === null || !builtInOnly)
      ? [{ value: engine.id, label: engine.id, hint: engine.title }]
      : [],
  );
}
