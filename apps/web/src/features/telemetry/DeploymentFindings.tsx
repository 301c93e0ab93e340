"use client";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/lib/trpc.ts";
import { WhatArrives } from "./WhatArrives.tsx";

const POLL_MS = 5_000;

/** Every active deployment held against what arrives. */
export function DeploymentFindings() {
  const trpc = useTRPC();
  const deployments = useQuery(trpc.deployments.list.queryOptions());
  const overview = useQuery(trpc.twin.overview.queryOptions(undefined, { refetchInterval: POLL_MS }));
  const active = (deployments.data ?? []).filter((d) => d.status === "active" && d.segments.length > 0);
  if (active.length === 0) return null;
  return (
    <section aria-label="Telemetry of each deployment" className="flex flex-col gap-3">
      {active.map((d) => (
        <WhatArrives
          key={d.id}
          deploymentId={d.id}
          name={d.name}
          segments={d.segments}
          packets={(segmentId) =>
            overview.data?.find((r) => r.deploymentId === d.id && r.segmentId === segmentId)?.summary.count ??
            null
          }
        />
      ))}
    </section>
  );
}
