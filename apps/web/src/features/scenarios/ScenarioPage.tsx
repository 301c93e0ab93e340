"use client";
import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/lib/QueryView.tsx";
import { useTRPC } from "@/lib/trpc.ts";
import { ScenarioView } from "./ScenarioView.tsx";

/** A scenario with its placements: run, watch, read the answer, ask what if. */
export function ScenarioPage({ versionId }: { versionId: string }) {
  const trpc = useTRPC();
  const scenario = useQuery(trpc.scenarios.get.queryOptions({ versionId }));
  return (
    <QueryView query={scenario} what="The scenario" list="/scenarios">
      {(version) => <ScenarioView key={version.id} version={version} />}
    </QueryView>
  );
}
