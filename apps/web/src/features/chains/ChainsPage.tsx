"use client";
import { formatGbps, formatLatencyWithUnit } from "@p4twin/ui/format";
import { useQuery } from "@tanstack/react-query";
import { Cable, Plus } from "lucide-react";
import { ButtonLink } from "@/lib/ButtonLink.tsx";
import { useTRPC, useTRPCClient } from "@/lib/trpc.ts";
import { ObjectsPage } from "@/shell/ObjectsPage.tsx";
import { chainLine } from "./chainLine.ts";

/** All service chains of the workspace. */
export function ChainsPage() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  return (
    <ObjectsPage
      title="Chains"
      summary="Ordered network functions with throughput, delay budget and the segments over which latency is controlled."
      plural="chains"
      singular="chain"
      objects={useQuery(trpc.chains.list.queryOptions())}
      removal={{
        remove: (id) => client.chains.remove.mutate({ id }),
        restore: (id) => client.chains.restore.mutate({ id }),
        listKey: trpc.chains.list.queryKey(),
      }}
      create={
        <ButtonLink variant="primary" href="/chains/new">
          <Plus aria-hidden /> Describe chain
        </ButtonLink>
      }
      hint={{
        title: "A chain says what has to run, not where",
        text: "Name its functions in order, its rate and its delay budget; a scenario then finds the devices.",
      }}
      href={(chain) => `/chains/${chain.latest.id}`}
      columns={[
        { id: "functions", header: "Functions", cell: ({ chain }) => chainLine(chain) },
        {
          id: "rate",
          header: "Throughput",
          numeric: true,
          sortable: true,
          sortValue: ({ chain }) => chain.gbps,
          cell: ({ chain }) => formatGbps(chain.gbps),
        },
        {
          id: "budget",
          header: "Delay budget",
          numeric: true,
          sortable: true,
          sortValue: ({ chain }) => chain.maxDelayUs,
          cell: ({ chain }) =>
            chain.maxDelayUs === null ? "best effort" : formatLatencyWithUnit(chain.maxDelayUs),
        },
        { id: "segments", header: "Segments", numeric: true, cell: ({ chain }) => chain.segments.length },
      ]}
      empty={{
        icon: <Cable aria-hidden />,
        text: "Describe the first one: which functions a packet passes, with its rate and latency budget.",
      }}
    />
  );
}
