"use client";
import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/lib/QueryView.tsx";
import { useTRPC } from "@/lib/trpc.ts";
import { CloudEditor } from "./CloudEditor.tsx";

/** One version of a stored cloud. */
export function CloudPage({ versionId }: { versionId: string }) {
  const trpc = useTRPC();
  const cloud = useQuery(trpc.topologies.get.queryOptions({ versionId }));
  return (
    <QueryView query={cloud} what="The cloud" list="/clouds">
      {(version) => <CloudEditor key={version.id} version={version} />}
    </QueryView>
  );
}
