"use client";
import { Badge, VerdictBadge } from "@p4twin/ui";
import { useQuery } from "@tanstack/react-query";
import { Activity, Plus } from "lucide-react";
import { deploymentVerdicts, useOverview } from "@/features/overview/index.ts";
import { ButtonLink } from "@/lib/ButtonLink.tsx";
import { type RouterOutputs, useTRPC, useTRPCClient } from "@/lib/trpc.ts";
import { ObjectsPage } from "@/shell/ObjectsPage.tsx";

/** As often as the strip at the foot of the page (our choice). */
const VERDICTS_MS = 10_000;

/** Every change of bindings or thresholds is a revision. */
const asVersioned = (deployments: RouterOutputs["deployments"]["list"]) =>
  deployments.map((d) => ({ ...d, latest: { id: d.id, number: d.revision, createdAt: d.updatedAt } }));

/** All deployments: chains whose segments are bound to live telemetry. */
export function TwinsPage() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const overview = useOverview(VERDICTS_MS);
  const verdicts = deploymentVerdicts(overview.data ?? []);
  return (
    <ObjectsPage
      title="Twins"
      summary="Deployments: chains whose segments are bound to INT reports; predicted and observed latency."
      plural="deployments"
      singular="deployment"
      objects={useQuery(trpc.deployments.list.queryOptions(undefined, { select: asVersioned }))}
      removal={{
        remove: (id) => client.deployments.remove.mutate({ id }),
        restore: (id) => client.deployments.restore.mutate({ id }),
        listKey: trpc.deployments.list.queryKey(),
      }}
      actions={
        <ButtonLink variant="ghost" href="/twin/branches">
          Branches from counters
        </ButtonLink>
      }
      create={
        <ButtonLink variant="primary" href="/deployments/new">
          <Plus aria-hidden /> Bind segments
        </ButtonLink>
      }
      href={(d) => `/twin/${d.id}`}
      columns={[
        {
          id: "verdict",
          header: "Verdict",
          sortable: true,
          sortValue: (d) => verdicts.get(d.id)?.rank ?? null,
          cell: (d) => {
            const worst = verdicts.get(d.id);
            return worst ? (
              <span title={`${worst.segment}: ${worst.line}`}>
                <VerdictBadge verdict={worst.verdict} />
              </span>
            ) : (
              <span className="text-ink-3">{overview.isPending ? "…" : "no segment"}</span>
            );
          },
        },
        { id: "chain", header: "Chain", cell: (d) => d.chainName ?? "–" },
        { id: "segments", header: "Segments", numeric: true, cell: (d) => d.segments.length },
        {
          id: "status",
          header: "Status",
          cell: (d) => <Badge tone={d.status === "active" ? "ok" : "neutral"}>{d.status}</Badge>,
        },
      ]}
      empty={{
        icon: <Activity aria-hidden />,
        text: "Bind the segments of a chain to switch ids, ports and flows, and watch prediction and observation side by side.",
      }}
    />
  );
}
