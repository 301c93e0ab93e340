"use client";
import { Button, EmptyState, PageHeader } from "@p4twin/ui";
import { useQuery } from "@tanstack/react-query";
import { ChartSpline, GitCompareArrows, Plus, ShoppingCart } from "lucide-react";
import { AppLink } from "@/lib/AppLink.tsx";
import { ObjectList } from "@/lib/ObjectList.tsx";
import { QueryView } from "@/lib/QueryView.tsx";
import { useTRPC, useTRPCClient } from "@/lib/trpc.ts";
import { useRemoval } from "@/lib/useRemoval.ts";
import { FirstVisitHint } from "@/shell/FirstVisitHint.tsx";
import { useMayChange } from "@/shell/useMayChange.ts";

/** All scenarios of the workspace. */
export function ScenariosPage() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const mayChange = useMayChange();
  const scenarios = useQuery(trpc.scenarios.list.queryOptions());
  const remove = useRemoval({
    remove: (id) => client.scenarios.remove.mutate({ id }),
    restore: (id) => client.scenarios.restore.mutate({ id }),
    listKey: trpc.scenarios.list.queryKey(),
  });
  const create = (
    <Button asChild variant="primary">
      <AppLink href="/scenarios/new">
        <Plus aria-hidden /> Create scenario
      </AppLink>
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Scenarios"
        summary="A cloud, chains and an engine: where the chains run, and what it costs."
        actions={
          <>
            <Button asChild>
              <AppLink href="/scenarios/plan">
                <ShoppingCart aria-hidden /> Plan devices
              </AppLink>
            </Button>
            <Button asChild>
              <AppLink href="/examples/study">
                <ChartSpline aria-hidden /> Reproduce the study
              </AppLink>
            </Button>
            <Button asChild>
              <AppLink href="/scenarios/compare">
                <GitCompareArrows aria-hidden /> Compare
              </AppLink>
            </Button>
            {mayChange ? create : null}
          </>
        }
      />
      <div className="px-4 pb-6 md:px-6">
        <FirstVisitHint id="scenarios" title="A scenario is a question">
          Do these chains fit on this cloud within their budgets? The answer is a placement, or the reason why
          not.
        </FirstVisitHint>
        <QueryView query={scenarios} what="The scenarios">
          {(list) => (
            <ObjectList
              objects={list}
              plural="scenarios"
              singular="scenario"
              href={(scenario) => `/scenarios/${scenario.latest.id}`}
              onRemove={mayChange ? (scenario) => remove(scenario.id, scenario.name) : null}
              columns={[
                { id: "cloud", header: "Cloud", cell: ({ latest }) => latest.topologyName },
                { id: "chains", header: "Chains", numeric: true, cell: ({ latest }) => latest.chainCount },
                { id: "engine", header: "Engine", cell: ({ latest }) => latest.engine },
              ]}
              empty={
                <EmptyState
                  icon={<GitCompareArrows aria-hidden />}
                  title="No scenarios yet"
                  action={mayChange ? create : null}
                >
                  Choose a cloud and chains, and let an engine place them.
                </EmptyState>
              }
            />
          )}
        </QueryView>
      </div>
    </>
  );
}
