"use client";
import { type Column, Panel, ScrollArea, Table } from "@p4twin/ui";
import { formatCountExact, formatDateTime, MISSING } from "@p4twin/ui/format";
import { useQuery } from "@tanstack/react-query";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";

type Process = RouterOutputs["telemetry"]["processes"][number];

const POLL_MS = 5_000;
const counted = (count: number | null): string => (count === null ? MISSING : formatCountExact(count));

const COLUMNS: readonly Column<Process>[] = [
  { id: "host", header: "Process", cell: (p) => `${p.host} · ${p.id.slice(-8)}` },
  { id: "roles", header: "Roles", cell: (p) => p.roles.join(", ") },
  { id: "since", header: "Started", cell: (p) => formatDateTime(Date.parse(p.startedAt)) },
  { id: "datagrams", header: "Datagrams", numeric: true, cell: (p) => counted(p.datagrams) },
  { id: "sent", header: "Windows closed", numeric: true, cell: (p) => counted(p.windowsSent) },
  { id: "waiting", header: "Waiting", numeric: true, cell: (p) => counted(p.windowsWaiting) },
  { id: "stored", header: "Windows stored", numeric: true, cell: (p) => counted(p.windowsStored) },
  { id: "reconnects", header: "Reconnects", numeric: true, cell: (p) => formatCountExact(p.reconnects) },
];

/** The processes of an installation that has several; nothing where one does everything. */
export function ProcessPanel() {
  const trpc = useTRPC();
  const processes = useQuery(trpc.telemetry.processes.queryOptions(undefined, { refetchInterval: POLL_MS }));
  if (!processes.data || processes.data.length === 0) return null;
  return (
    <Panel
      title="Processes"
      subtitle="each says once a second what it does; one that is silent for ten is left out"
    >
      <ScrollArea label="Processes of this installation">
        <Table
          caption="Processes of this installation"
          columns={COLUMNS}
          rows={processes.data}
          rowKey={(p) => p.id}
          empty="No process has spoken yet."
        />
      </ScrollArea>
    </Panel>
  );
}
