"use client";
import { useQuery } from "@tanstack/react-query";
import { ChartSpline, GitCompareArrows, Plus, ShoppingCart } from "lucide-react";
import { ButtonLink } from "@/lib/ButtonLink.tsx";
import { useTRPC, useTRPCClient } from "@/lib/trpc.ts";
import { ObjectsPage } from "@/shell/ObjectsPage.tsx";

/** All scenarios of the workspace. */
export function ScenariosPage() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  return (
    <ObjectsPage
      title="Scenarios"
      summary="A cloud, chains and an engine: where the chains run, and what it costs."
      plural="scenarios"
      singular="scenario"
      objects={useQuery(trpc.scenarios.list.queryOptions())}
      removal={{
        remove: (id) => client.scenarios.remove.mutate({ id }),
        restore: (id) => client.scenarios.restore.mutate({ id }),
        listKey: trpc.scenarios.list.queryKey(),
      }}
      actions={
        <>
          <ButtonLink href="/scenarios/plan">
            <ShoppingCart aria-hidden /> Plan devices
          </ButtonLink>
          <ButtonLink href="/examples/study">
            <ChartSpline aria-hidden /> Reproduce the study
          </ButtonLink>
          <ButtonLink href="/scenarios/compare">
            <GitCompareArrows aria-hidden /> Compare
          </ButtonLink>
        </>
      }
      create={
        <ButtonLink variant="primary" href="/scenarios/new">
          <Plus aria-hidden /> Create scenario
        </ButtonLink>
      }
      hint={{
        title: "A scenario is a question",
        text: "Do these chains fit on this cloud within their budgets? The answer is a placement, or the reason why not.",
      }}
      href={(scenario) => `/scenarios/${scenario.latest.id}`}
      columns={[
        { id: "cloud", header: "Cloud", cell: ({ latest }) => latest.topologyName },
        { id: "chains", header: "Chains", numeric: true, cell: ({ latest }) => latest.chainCount },
        { id: "engine", header: "Engine", cell: ({ latest }) => latest.engine },
      ]}
      empty={{
        icon: <GitCompareArrows aria-hidden />,
        text: "Choose a cloud and chains, and let an engine place them.",
      }}
    />
  );
}
