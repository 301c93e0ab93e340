"use client";
import { Button } from "@p4twin/ui";
import { useQuery } from "@tanstack/react-query";
import { Plug } from "lucide-react";
import { parseAsBoolean, useQueryState } from "nuqs";
import { ButtonLink } from "@/lib/ButtonLink.tsx";
import { timeColumn } from "@/lib/ObjectList.tsx";
import { useTRPC, useTRPCClient } from "@/lib/trpc.ts";
import { ObjectsPage } from "@/shell/ObjectsPage.tsx";
import { AttachDemo } from "./AttachDemo.tsx";
import { AttachDialog } from "./AttachDialog.tsx";
import { StateBadge } from "./StateBadge.tsx";
import type { AttachedSwitch } from "./switchWords.ts";

/** Our choice: a switch is read every 5 s at the most. */
const REFETCH_MS = 5_000;

/** Running switches that are read by P4Runtime. */
export function SwitchesPage() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const [attaching, setAttaching] = useQueryState("attach", parseAsBoolean.withDefault(false));
  const switches = useQuery(trpc.switches.list.queryOptions(undefined, { refetchInterval: REFETCH_MS }));
  return (
    <>
      <ObjectsPage
        title="Switches"
        summary="Pipeline, entries and counters of running switches, read by P4Runtime. Writing is off unless an owner allows it for a switch."
        plural="switches"
        singular="switch"
        objects={switches}
        removal={{
          remove: (id) => client.switches.remove.mutate({ id }),
          restore: (id) => client.switches.restore.mutate({ id }),
          listKey: trpc.switches.list.queryKey(),
        }}
        create={
          <>
            {switches.data ? <AttachDemo attached={switches.data} /> : null}
            {switches.data?.some(({ gnmiAddress }) => gnmiAddress !== null) ? (
              <ButtonLink href="/clouds/new?from=switches">Cloud of neighbours</ButtonLink>
            ) : null}
            <Button variant="primary" icon={<Plug aria-hidden />} onClick={() => void setAttaching(true)}>
              Attach switch
            </Button>
          </>
        }
        href={({ id }) => `/switches/${id}`}
        columns={[
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
          {
            id: "tables",
            header: "Tables",
            numeric: true,
            cell: ({ reading }) => reading?.tables.length ?? "–",
          },
          {
            id: "entities",
            header: "Entries",
            numeric: true,
            cell: ({ reading }) => reading?.entities ?? "–",
          },
          timeColumn<AttachedSwitch>("read", "Read", ({ readAt }) => readAt),
        ]}
        empty={{
          icon: <Plug aria-hidden />,
          text: (
            <>
              Give the address of a P4Runtime server: BMv2, Stratum, SONiC PINS, or <code>p4twin switch</code>
              . The switches of the demo cloud are such servers too.
            </>
          ),
        }}
      />
      {attaching ? <AttachDialog onClose={() => void setAttaching(null)} /> : null}
    </>
  );
}
