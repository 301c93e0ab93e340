"use client";
import { Alert, Badge, type Column, EmptyState, Panel, Table } from "@p4twin/ui";
import { formatDateTime } from "@p4twin/ui/format";
import { useQuery } from "@tanstack/react-query";
import { AppLink } from "@/lib/AppLink.tsx";
import { QueryView } from "@/lib/QueryView.tsx";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";
import type { AttachedSwitch } from "../switchWords.ts";
import { GnmiPanel } from "./GnmiPanel.tsx";

type Identity = RouterOutputs["switches"]["identity"]["get"];
type Device = NonNullable<NonNullable<Identity["gnmi"]>["device"]>;
type Port = Device["interfaces"][number] & { neighbours: string[] };

const columns: Column<Port>[] = [
  { id: "name", header: "Port", cell: ({ name }) => <span className="font-mono text-xs">{name}</span> },
  { id: "p4", header: "P4Runtime", numeric: true, cell: ({ p4Port }) => p4Port ?? "–" },
  { id: "gbps", header: "Gbps", numeric: true, cell: ({ gbps }) => gbps ?? "–" },
  {
    id: "state",
    header: "State",
    cell: ({ isUp }) =>
      isUp === null ? "unknown" : <Badge tone={isUp ? "ok" : "neutral"}>{isUp ? "up" : "down"}</Badge>,
  },
  {
    id: "neighbour",
    header: "Neighbour",
    className: "whitespace-normal",
    cell: ({ neighbours }) => neighbours.join(", ") || "–",
  },
];

const portsOf = ({ interfaces, neighbours }: Device): Port[] =>
  interfaces.map((each) => ({
    ...each,
    neighbours: neighbours
      .filter((seen) => seen.interface === each.name)
      .map(({ systemName, chassisId, portId, portDescription }) =>
        [systemName ?? chassisId ?? "without a name", portId ?? portDescription ?? ""].join(" ").trim(),
      ),
  }));

/** Who a switch is by P4Runtime, gNMI and INT, where it stands, and its ports with their neighbours. */
export function IdentityTab({ attached }: { attached: AttachedSwitch }) {
  const trpc = useTRPC();
  const identity = useQuery(
    trpc.switches.identity.get.queryOptions({ id: attached.id }, { refetchInterval: 10_000 }),
  );
  return (
    <QueryView query={identity} what="The identity of the switch">
      {(data) => <IdentityView attached={attached} identity={data} />}
    </QueryView>
  );
}

function IdentityView({ attached, identity }: { attached: AttachedSwitch; identity: Identity }) {
  const { conflicts, clouds, deployments, knownAs, deviceId, intNodeIds, gnmi } = identity;
  const device = gnmi?.device ?? null;
  const rows: [label: string, value: string][] = [
    ["P4Runtime device id", deviceId],
    ["INT node ids of its entries", intNodeIds.join(", ") || "none"],
    ["Name", device?.hostname ?? "unknown"],
    ["Chassis id", device?.chassisId ?? "unknown"],
    ["Serial number", device?.serial ?? "unknown"],
    ["Node ids", device?.nodeIds.join(", ") || "unknown"],
    ["Clouds", clouds.join(", ") || "none"],
    ["Deployments", deployments.join(", ") || "none"],
  ];
  return (
    <div className="flex flex-col gap-3">
      {conflicts.map(({ kind, text, others }) => (
        <Alert key={`${kind} ${text}`} tone="warn" title={`Conflict: ${kind}`}>
          {text}{" "}
          {others.map(({ id, name }) => (
            <AppLink key={id} href={`/switches/${id}?tab=identity`} className="mr-2 underline">
              {name}
            </AppLink>
          ))}
        </Alert>
      ))}
      <Panel title="Identity">
        <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1">
          {rows.map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-ink-2">{label}</dt>
              <dd className="font-mono text-xs">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-3 text-ink-2">In clouds, deployments and reports it is {knownAs}.</p>
      </Panel>
      <GnmiPanel attached={attached} />
      {gnmi?.message ? (
        <Alert
          tone="warn"
          title={`Not read by gNMI since ${gnmi.readAt ? when(gnmi.readAt) : "it was attached"}`}
        >
          {gnmi.message}
        </Alert>
      ) : null}
      {device ? (
        <Panel
          title={`Ports, read ${gnmi?.readAt ? when(gnmi.readAt) : ""}`}
          bodyClassName="p-0 overflow-x-auto"
        >
          <Table
            caption="Ports"
            columns={columns}
            rows={portsOf(device)}
            rowKey={({ name }) => name}
            empty={<EmptyState title="No ports">Its gNMI lists no interfaces.</EmptyState>}
          />
        </Panel>
      ) : null}
      {gnmi && gnmi.unread.length > 0 ? (
        <p className="text-ink-2">
          Not read by gNMI: {gnmi.unread.map(({ what, why }) => `${what} (${why})`).join("; ")}.
        </p>
      ) : null}
    </div>
  );
}

const when = (at: string): string => formatDateTime(Date.parse(at));
