import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/lib/trpc.ts";

const NONE: readonly string[] = [];

/** Hosts of a cloud version by id; none while it loads, or without a cloud. */
export function useCloudHosts(versionId: string | null): readonly string[] {
  const trpc = useTRPC();
  const cloud = useQuery(
    trpc.topologies.get.queryOptions(
      { versionId: versionId ?? "" },
      {
        enabled: versionId !== null,
        select: ({ document }) => document.nodes.flatMap((n) => (n.kind === "host" ? [n.id] : [])),
      },
    ),
  );
  return cloud.data ?? NONE;
}
