"use client";
import { Button, EmptyState, PageHeader } from "@p4twin/ui";
import { formatGbps, formatLatencyWithUnit } from "@p4twin/ui/format";
import { useQuery } from "@tanstack/react-query";
import { Cable, Plus } from "lucide-react";
import { AppLink } from "@/lib/AppLink.tsx";
import { ObjectList } from "@/lib/ObjectList.tsx";
import { QueryView } from "@/lib/QueryView.tsx";
import { useTRPC, useTRPCClient } from "@/lib/trpc.ts";
import { useRemoval } from "@/lib/useRemoval.ts";
import { FirstVisitHint } from "@/shell/FirstVisitHint.tsx";
import { useMayChange } from "@/shell/useMayChange.ts";
import { chainLine } from "./chainLine.ts";

/** All service chains of the workspace. */
export function ChainsPage() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const mayChange = useMayChange();
  const chains = useQuery(trpc.chains.list.queryOptions());
  const remove = useRemoval({
    remove: (id) => client.chains.remove.mutate({ id }),
    restore: (id) => client.chains.restore.mutate({ id }),
    listKey: trpc.chains.list.queryKey(),
  });
  const describe = (
    <Button asChild variant="primary">
      <AppLink href="/chains/new">
        <Plus aria-hidden /> Describe chain
      </AppLink>
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Chains"
        summary="Ordered network functions with throughput, delay budget and the segments over which latency is controlled."
        actions={mayChange ? describe : null}
      />
      <div className="px-4 pb-6 md:px-6">
        <FirstVisitHint id="chains" title="A chain says what has to run, not where">
          Name its functions in order, its rate and its delay budget; a scenario then finds the devices.
        </FirstVisitHint>
        <QueryView query={chains} what="The chains">
          {(list) => (
            <ObjectList
              objects={list}
              plural="chains"
              singular="chain"
              href={(chain) => `/chains/${chain.latest.id}`}
              onRemove={mayChange ? (chain) => remove(chain.id, chain.name) : null}
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
                {
                  id: "segments",
                  header: "Segments",
                  numeric: true,
                  cell: ({ chain }) => chain.segments.length,
                },
              ]}
              empty={
                <EmptyState
                  icon={<Cable aria-hidden />}
                  title="No chains yet"
                  action={mayChange ? describe : null}
                >
                  Describe the first one: which functions a packet passes, with its rate and latency budget.
                </EmptyState>
              }
            />
          )}
        </QueryView>
      </div>
    </>
  );
}
