"use client";
import { Breadcrumbs, CommitInput, EmptyState, PageHeader, Panel, Table } from "@p4twin/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Network } from "lucide-react";
import { AppLink } from "@/lib/AppLink.tsx";
import { countOf } from "@/lib/countOf.ts";
import { QueryView } from "@/lib/QueryView.tsx";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";
import { useSession } from "@/shell/useSession.ts";

type NodeEntry = RouterOutputs["telemetry"]["nodes"]["list"][number];

/** Every node that reports name: its identity is the exporter, or the exporter's domain, and the id. */
export function NodesPage() {
  const trpc = useTRPC();
  const nodes = useQuery(trpc.telemetry.nodes.list.queryOptions());
  return (
    <>
      <PageHeader
        title="Nodes"
        summary="Node ids are unique within one exporter's reports only. Exporters of one domain mean the same nodes by the same ids."
      >
        <Breadcrumbs
          LinkComponent={AppLink}
          crumbs={[{ label: "Telemetry", href: "/telemetry" }, { label: "Nodes" }]}
        />
      </PageHeader>
      <div className="flex flex-col gap-3 px-4 pb-6 md:px-6">
        <QueryView query={nodes} what="The nodes">
          {(list) => <NodeTables nodes={list} />}
        </QueryView>
      </div>
    </>
  );
}

function NodeTables({ nodes }: { nodes: readonly NodeEntry[] }) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const mayChange = useSession().data?.role === "owner";
  const refresh = {
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: trpc.telemetry.nodes.pathKey() });
      await cache.invalidateQueries({ queryKey: trpc.discovery.pathKey() });
    },
  };
  const setName = useMutation(trpc.telemetry.nodes.setName.mutationOptions(refresh));
  const setDomain = useMutation(trpc.telemetry.nodes.setDomain.mutationOptions(refresh));
  const exporters = new Map<string, { address: string; label: string | null; domain: string }>();
  for (const { domain, exporters: own } of nodes)
    for (const { address, label } of own) exporters.set(address, { address, label, domain });
  return (
    <>
      <Panel title={countOf(nodes.length, "node")} bodyClassName="p-0 overflow-x-auto">
        <Table
          caption="Nodes heard"
          rows={nodes}
          rowKey={(n) => `${n.domain} ${n.nodeId}`}
          empty={
            <EmptyState icon={<Network aria-hidden />} title="No node yet">
              Nodes show as soon as reports name them.
            </EmptyState>
          }
          columns={[
            { id: "domain", header: "Exporter or domain", cell: (n) => n.domain },
            { id: "node", header: "Node id", numeric: true, cell: (n) => n.nodeId },
            {
              id: "name",
              header: "Name",
              cell: (n) => (
                <CommitInput
                  className="w-48"
                  aria-label={`Name of node ${n.nodeId} of ${n.domain}`}
                  value={n.name ?? ""}
                  disabled={!mayChange}
                  onCommit={(name) =>
                    setName.mutate({ domain: n.domain, nodeId: n.nodeId, name: name || null })
                  }
                />
              ),
            },
            {
              id: "heard",
              header: "Heard from",
              cell: (n) =>
                n.exporters.map((e) => e.label ?? e.address).join(", ") || "not since the collector started",
            },
          ]}
        />
      </Panel>
      {exporters.size === 0 ? null : (
        <Panel title="Domains" subtitle="of exporters heard" bodyClassName="p-0 overflow-x-auto">
          <Table
            caption="Domains of exporters"
            rows={[...exporters.values()]}
            rowKey={(e) => e.address}
            columns={[
              { id: "exporter", header: "Exporter", cell: (e) => e.label ?? e.address },
              {
                id: "domain",
                header: "Domain",
                cell: (e) => (
                  <CommitInput
                    className="w-48"
                    aria-label={`Domain of ${e.address}`}
                    value={e.domain === e.address ? "" : e.domain}
                    disabled={!mayChange}
                    onCommit={(domain) => setDomain.mutate({ address: e.address, domain: domain || null })}
                  />
                ),
              },
            ]}
          />
        </Panel>
      )}
    </>
  );
}
