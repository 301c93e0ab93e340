"use client";
import { Badge, Button, EmptyState, PageHeader, VerdictBadge } from "@p4twin/ui";
import { useQuery } from "@tanstack/react-query";
import { Activity, Plus } from "lucide-react";
import { deploymentVerdicts, useOverview } from "@/features/overview/index.ts";
import { AppLink } from "@/lib/AppLink.tsx";
import { ObjectList } from "@/lib/ObjectList.tsx";
import { QueryView } from "@/lib/QueryView.tsx";
import { useTRPC, useTRPCClient } from "@/lib/trpc.ts";
import { useRemoval } from "@/lib/useRemoval.ts";
import { useMayChange } from "@/shell/useMayChange.ts";

/** As often as the strip at the foot of the page (our choice). */
const VERDICTS_MS = 10_000;

/** All deployments: chains whose segments are bound to live telemetry. */
export function TwinsPage() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const mayChange = useMayChange();
  const deployments = useQuery(trpc.deployments.list.queryOptions());
  const overview = useOverview(VERDICTS_MS);
  const verdicts = deploymentVerdicts(overview.data ?? []);
  const remove = useRemoval({
    remove: (id) => client.deployments.remove.mutate({ id }),
    restore: (id) => client.deployments.restore.mutate({ id }),
    listKey: trpc.deployments.list.queryKey(),
  });
  const bind = (
    <Button asChild variant="primary">
      <AppLink href="/deployments/new">
        <Plus aria-hidden /> Bind segments
      </AppLink>
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Twins"
        summary="Deployments: chains whose segments are bound to INT reports; predicted and observed latency."
        actions={
          <>
            <Button asChild variant="ghost">
              <AppLink href="/twin/branches">Branches from counters</AppLink>
            </Button>
            {mayChange ? bind : null}
          </>
        }
      />
      <div className="px-4 pb-6 md:px-6">
        <QueryView query={deployments} what="The deployments">
          {(list) => (
            <ObjectList
              objects={list.map((d) => ({
                ...d,
                // every change of bindings or thresholds is a revision
                latest: { id: d.id, number: d.revision, createdAt: d.updatedAt },
              }))}
              plural="deployments"
              singular="deployment"
              href={(d) => `/twin/${d.id}`}
              onRemove={mayChange ? (d) => remove(d.id, d.name) : null}
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
              empty={
                <EmptyState
                  icon={<Activity aria-hidden />}
                  title="No twins yet"
                  action={mayChange ? bind : null}
                >
                  Bind the segments of a chain to switch ids, ports and flows, and watch prediction and
                  observation side by side.
                </EmptyState>
              }
            />
          )}
        </QueryView>
      </div>
    </>
  );
}
