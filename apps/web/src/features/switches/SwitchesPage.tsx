"use client";
import { Button, type Column, EmptyState, IconButton, nameLink, PageHeader, Panel, Table } from "@p4twin/ui";
import { formatDateTime, formatRelativeTime } from "@p4twin/ui/format";
import { useQuery } from "@tanstack/react-query";
import { Plug, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { parseAsBoolean, useQueryState } from "nuqs";
import { AppLink } from "@/lib/AppLink.tsx";
import { countOf } from "@/lib/countOf.ts";
import { QueryView } from "@/lib/QueryView.tsx";
import { useTRPC, useTRPCClient } from "@/lib/trpc.ts";
import { useRemoval } from "@/lib/useRemoval.ts";
import { useMayChange } from "@/shell/useMayChange.ts";
import { AttachDemo } from "./AttachDemo.tsx";
import { AttachDialog } from "./AttachDialog.tsx";
import { StateBadge } from "./StateBadge.tsx";
import type { AttachedSwitch } from "./switchWords.ts";

/** Our choice: a switch is read every 5 s at the most. */
const REFETCH_MS = 5_000;

const columns: Column<AttachedSwitch>[] = [
  {
    id: "name",
    header: "Switch",
    cell: ({ id, name }) => (
      <AppLink href={`/switches/${id}`} className={nameLink}>
        {name}
      </AppLink>
    ),
  },
  { id: "state", header: "State", cell: ({ state }) => <StateBadge state={state} /> },
  {
    id: "address",
    header: "Address",
    cell: ({ address, deviceId }) => (
      <span className="font-mono text-xs">
        {address} <span className="text-ink-3">device {deviceId}</span>
      </span>
    ),
  },
  { id: "tables", header: "Tables", numeric: true, cell: ({ reading }) => reading?.tables.length ?? "–" },
  { id: "entities", header: "Entries", numeric: true, cell: ({ reading }) => reading?.entities ?? "–" },
  {
    id: "read",
    header: "Read",
    cell: ({ readAt }) =>
      readAt === null ? (
        "never"
      ) : (
        <span title={formatDateTime(Date.parse(readAt))}>
          {formatRelativeTime(Date.parse(readAt), Date.now())}
        </span>
      ),
  },
];

/** Running switches that are read by P4Runtime. */
export function SwitchesPage() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const router = useRouter();
  const mayChange = useMayChange();
  const [attaching, setAttaching] = useQueryState("attach", parseAsBoolean.withDefault(false));
  const switches = useQuery(trpc.switches.list.queryOptions(undefined, { refetchInterval: REFETCH_MS }));
  const remove = useRemoval({
    remove: (id) => client.switches.remove.mutate({ id }),
    restore: (id) => client.switches.restore.mutate({ id }),
    listKey: trpc.switches.list.queryKey(),
  });
  const removeColumn: Column<AttachedSwitch> = {
    id: "remove",
    header: <span className="sr-only">Remove</span>,
    cell: ({ id, name }) => (
      <IconButton
        size="sm"
        label={`Remove ${name}`}
        icon={<Trash2 aria-hidden />}
        onClick={() => void remove(id, name)}
      />
    ),
  };
  const attach = mayChange ? (
    <Button variant="primary" onClick={() => void setAttaching(true)}>
      <Plug aria-hidden /> Attach switch
    </Button>
  ) : null;
  return (
    <>
      <PageHeader
        title="Switches"
        summary="Pipeline, entries and counters of running switches, read by P4Runtime. Nothing is written."
        actions={
          <>
            {mayChange && switches.data?.length ? <AttachDemo attached={switches.data} /> : null}
            {attach}
          </>
        }
      />
      <div className="px-4 pb-6 md:px-6">
        <QueryView query={switches} what="The switches">
          {(all) =>
            all.length === 0 ? (
              <Panel>
                <EmptyState
                  title="No switches yet"
                  action={
                    <>
                      {mayChange ? <AttachDemo attached={all} /> : null}
                      {attach}
                    </>
                  }
                >
                  Give the address of a P4Runtime server: BMv2, Stratum, SONiC PINS, or{" "}
                  <code>p4twin switch</code>. The switches of the demo cloud are such servers too.
                </EmptyState>
              </Panel>
            ) : (
              <Panel title={countOf(all.length, "switch", "switches")} bodyClassName="p-0 overflow-x-auto">
                <Table
                  caption="Switches"
                  columns={mayChange ? [...columns, removeColumn] : columns}
                  rows={all}
                  rowKey={({ id }) => id}
                  onSelect={({ id }) => router.push(`/switches/${id}`)}
                />
              </Panel>
            )
          }
        </QueryView>
      </div>
      {attaching ? <AttachDialog onClose={() => void setAttaching(null)} /> : null}
    </>
  );
}
