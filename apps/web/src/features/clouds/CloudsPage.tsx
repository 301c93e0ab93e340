"use client";
import { useQuery } from "@tanstack/react-query";
import { Plus, Share2 } from "lucide-react";
import { ButtonLink } from "@/lib/ButtonLink.tsx";
import type { ObjectColumn } from "@/lib/ObjectList.tsx";
import { type RouterOutputs, useTRPC, useTRPCClient } from "@/lib/trpc.ts";
import { ObjectsPage } from "@/shell/ObjectsPage.tsx";

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
  return (
    <ObjectsPage
      title="Clouds"
      summary="Topologies: programmable devices, switches, hosts and the links between them."
      plural="clouds"
      singular="cloud"
      objects={useQuery(trpc.topologies.list.queryOptions())}
      removal={{
        remove: (id) => client.topologies.remove.mutate({ id }),
        restore: (id) => client.topologies.restore.mutate({ id }),
        listKey: trpc.topologies.list.queryKey(),
      }}
      create={
        <>
          <ButtonLink href="/clouds/new?from=fat-tree">Generate fat tree</ButtonLink>
          <ButtonLink variant="primary" href="/clouds/new">
            <Plus aria-hidden /> Add cloud
          </ButtonLink>
        </>
      }
      hint={{
        title: "A cloud is a topology of devices",
        text: "Draw it, generate a fat tree, or drop a file: ours, Mininet or P4 tutorial, MiniEdit, containerlab, NetBox, GraphML. Each device is an instance of a profile.",
      }}
      href={(cloud) => `/clouds/${cloud.latest.id}`}
      columns={[
        count("nodes", "Nodes", (cloud) => cloud.nodeCount),
        count("devices", "Programmable", (cloud) => cloud.deviceCount),
        count("links", "Links", (cloud) => cloud.linkCount),
      ]}
      empty={{
        icon: <Share2 aria-hidden />,
        text: "Describe where programs can run: upload a file or generate a fat tree.",
      }}
    />
  );
}
