"use client";
import { Skeleton } from "@p4twin/ui";
import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/lib/QueryView.tsx";
import { useTRPC } from "@/lib/trpc.ts";
import { ProgramWorkbench } from "./ProgramWorkbench.tsx";

const SKELETON = (
  <div role="status" aria-label="Loading the program" className="grid gap-3 p-6 xl:grid-cols-2">
    <Skeleton className="h-96" />
    <Skeleton className="h-96" />
    <Skeleton className="h-64 xl:col-span-2" />
  </div>
);

/** One version of a program. */
export function ProgramPage({ versionId }: { versionId: string }) {
  const trpc = useTRPC();
  const program = useQuery(trpc.programs.get.queryOptions({ versionId }));
  const devices = useQuery(trpc.devices.list.queryOptions());
  return (
    <QueryView query={program} what="The program" skeleton={SKELETON}>
      {(version) => (
        <QueryView query={devices} what="The device profiles" skeleton={SKELETON}>
          {(list) => (
            <ProgramWorkbench
              key={version.id}
              version={version}
              profiles={list.map((device) => device.document)}
            />
          )}
        </QueryView>
      )}
    </QueryView>
  );
}
