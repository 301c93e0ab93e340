"use client";
import { Skeleton } from "@p4twin/ui";
import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/lib/QueryView.tsx";
import { useTRPC } from "@/lib/trpc.ts";
import { RunBench } from "./RunBench.tsx";

const SKELETON = (
  <div role="status" aria-label="Loading the program" className="grid gap-3 p-6 xl:grid-cols-2">
    <Skeleton className="h-96" />
    <Skeleton className="h-96" />
  </div>
);

/** A packet through one version of a program, step by step. */
export function RunPage({ versionId }: { versionId: string }) {
  const trpc = useTRPC();
  const program = useQuery(trpc.programs.get.queryOptions({ versionId }));
  const devices = useQuery(trpc.devices.list.queryOptions());
  return (
    <QueryView query={program} what="The program" skeleton={SKELETON}>
      {(version) => (
        <QueryView query={devices} what="The device profiles" skeleton={SKELETON}>
          {(list) => <RunBench version={version} profiles={list.map((device) => device.document)} />}
        </QueryView>
      )}
    </QueryView>
  );
}
