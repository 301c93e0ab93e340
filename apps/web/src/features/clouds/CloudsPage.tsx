"use client";
import { Button, EmptyState, PageHeader } from "@p4twin/ui";
import { useQuery } from "@tanstack/react-query";
import { Plus, Share2 } from "lucide-react";
import { AppLink } from "@/lib/AppLink.tsx";
import { type ObjectColumn, ObjectList } from "@/lib/ObjectList.tsx";
import { QueryView } from "@/lib/QueryView.tsx";
import { type RouterOutputs, useTRPC, useTRPCClient } from "@/lib/trpc.ts";
import { useRemoval } from "@/lib/useRemoval.ts";
import { FirstVisitHint } from "@/shell/FirstVisitHint.tsx";
import { useMayChange } from "@/shell/useMayChange.ts";

type Cloud = RouterOutputs["topologies"]["list"][number];

const count = (id: string, header: string, of: (cloud: Cloud) => number): ObjectColumn<Cloud> => ({
  id,
  header,
  numeric: true,
  sortable: true,
  sortValue: of,
  cell: of,
});

/** All topologies of the workspace. */
export function CloudsPage() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const mayChange = useMayChange();
  const clouds = useQuery(trpc.topologies.list.queryOptions());
  const remove = useRemoval({
    remove: (id) => client.topologies.remove.mutate({ id }),
    restore: (id) => client.topologies.restore.mutate({ id }),
    listKey: trpc.topologies.list.queryKey(),
  });
  const add = (
    <Button asChild variant="primary">
      <AppLink href="/clouds/new">
        <Plus aria-hidden /> Add cloud
      </AppLink>
    </Button>
  );
  const generate = (
    <Button asChild>
      <AppLink href="/clouds/new?from=fat-tree">Generate fat tree</AppLink>
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Clouds"
        summary="Topologies: programmable devices, switches, hosts and the links between them."
        actions={
          mayChange ? (
            <>
              {generate}
              {add}
            </>
          ) : null
        }
      />
      <div className="px-4 pb-6 md:px-6">
        <FirstVisitHint id="clouds" title="A cloud is a topology of devices">
          Draw it, generate a fat tree, or drop a file: ours, Mininet or P4 tutorial, MiniEdit, containerlab,
          NetBox, GraphML. Each device is an instance of a profile.
        </FirstVisitHint>
        <QueryView query={clouds} what="The clouds">
          {(list) => (
            <ObjectList
              objects={list}
              plural="clouds"
              singular="cloud"
              href={(cloud) => `/clouds/${cloud.latest.id}`}
              onRemove={mayChange ? (cloud) => remove(cloud.id, cloud.name) : null}
              columns={[
                count("nodes", "Nodes", (cloud) => cloud.nodeCount),
                count("devices", "Programmable", (cloud) => cloud.deviceCount),
                count("links", "Links", (cloud) => cloud.linkCount),
              ]}
              empty={
                <EmptyState
                  icon={<Share2 aria-hidden />}
                  title="No clouds yet"
                  action={
                    mayChange ? (
                      <>
                        {generate}
                        {add}
                      </>
                    ) : null
                  }
                >
                  Describe where programs can run: upload a file or generate a fat tree.
                </EmptyState>
              }
            />
          )}
        </QueryView>
      </div>
    </>
  );
}
