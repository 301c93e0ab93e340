"use client";
import { Skeleton } from "@p4twin/ui";
import { useQuery } from "@tanstack/react-query";
import { ProfilesView } from "@/lib/ProfilesView.tsx";
import { QueryView } from "@/lib/QueryView.tsx";
import { useTRPC } from "@/lib/trpc.ts";
import { EngineWorkbench } from "./EngineWorkbench.tsx";

const SKELETON = (
  <div role="status" aria-label="Loading the engine" className="grid gap-3 p-6 xl:grid-cols-[3fr_2fr]">
    <Skeleton className="h-96" />
    <Skeleton className="h-64" />
  </div>
);

/** One version of an own engine. */
export function EnginePage({ versionId }: { versionId: string }) {
  const trpc = useTRPC();
  const engine = useQuery(trpc.engines.get.queryOptions({ versionId }));
  return (
    <QueryView query={engine} what="The engine" list="/engines" skeleton={SKELETON}>
      {(stored) => (
        <ProfilesView skeleton={SKELETON}>
          {(profiles) => <EngineWorkbench key={stored.id} stored={stored} profiles={profiles} />}
        </ProfilesView>
      )}
    </QueryView>
  );
}

/** A new engine, begun with an example that works. */
export function NewEnginePage() {
  return (
    <ProfilesView skeleton={SKELETON}>
      {(profiles) => <EngineWorkbench stored={null} profiles={profiles} />}
    </ProfilesView>
  );
}
