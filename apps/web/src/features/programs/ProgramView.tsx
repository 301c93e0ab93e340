"use client";
import { isBmv2Json } from "@p4twin/models/program";
import { Skeleton } from "@p4twin/ui";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Profile, ProfilesView } from "@/lib/ProfilesView.tsx";
import { QueryView } from "@/lib/QueryView.tsx";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";
import { asP4 } from "./model/asP4.ts";

type Version = RouterOutputs["programs"]["get"];

const SKELETON = (
  <div role="status" aria-label="Loading the program" className="grid gap-3 p-6 xl:grid-cols-2">
    <Skeleton className="h-96" />
    <Skeleton className="h-96" />
    <Skeleton className="h-64 xl:col-span-2" />
  </div>
);

export type ProgramViewProps = {
  versionId: string;
  children: (version: Version, profiles: Profile[]) => ReactNode;
};

/** One version of a program with all device profiles, once both are loaded. */
export function ProgramView({ versionId, children }: ProgramViewProps) {
  const program = useQuery(useTRPC().programs.get.queryOptions({ versionId }));
  return (
    <QueryView query={program} what="The program" list="/programs" skeleton={SKELETON}>
      {(version) => (
        <ProfilesView skeleton={SKELETON}>
          {(profiles) => <AsP4 version={version}>{(shown) => children(shown, profiles)}</AsP4>}
        </ProfilesView>
      )}
    </QueryView>
  );
}

type AsP4Props = { version: Version; children: (version: Version) => ReactNode };

/** Pages show a compiled program as P4 source, which is what they analyse and run. */
function AsP4({ version, children }: AsP4Props) {
  const isCompiled = isBmv2Json(version.source);
  const written = useQuery({
    queryKey: ["program as P4", version.id],
    queryFn: () => asP4(version),
    enabled: isCompiled,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!isCompiled) return children(version);
  return (
    <QueryView query={written} what="The program" skeleton={SKELETON}>
      {children}
    </QueryView>
  );
}
