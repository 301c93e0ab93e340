"use client";
import { Alert, PageHeader, StatTile } from "@p4twin/ui";
import { formatBytes, formatCount, formatDateTime, MISSING } from "@p4twin/ui/format";
import { parseAsString, useQueryState } from "nuqs";
import { countOf } from "@/lib/countOf.ts";
import { QueryView } from "@/lib/QueryView.tsx";
import { useSession } from "@/shell/useSession.ts";
import { DatabasePanel } from "./DatabasePanel.tsx";
import { IncidentsPanel } from "./IncidentsPanel.tsx";
import { MachinePanel } from "./MachinePanel.tsx";
import { ProcessesPanel } from "./ProcessesPanel.tsx";
import { QueuesPanel } from "./QueuesPanel.tsx";
import {
  clockVerdict,
  databaseVerdict,
  diskVerdict,
  freeWords,
  spoolVerdict,
  stepWords,
} from "./stateWords.ts";
import { type SystemState, useIncidents, useSystemState } from "./useSystem.ts";

/** What stands beneath the twin: is it well, what went wrong and why, what waits where. */
export function SystemPage() {
  const state = useSystemState();
  const me = useSession().data;
  const open = useIncidents({ open: true, limit: 50 }).data?.incidents ?? [];
  const [selected] = useQueryState("incident", parseAsString);
  const worst = open.find((i) => i.severity === "critical") ?? open[0];
  return (
    <>
      <PageHeader
        title="System"
        summary="The processes, the database, the disk and the clock beneath P4Twin, and what went wrong with them."
      />
      <div className="flex flex-col gap-3 px-4 pb-6 md:px-6">
        {worst ? (
          <Alert tone={worst.severity === "critical" ? "bad" : "warn"} title={worst.title}>
            {worst.cause}
            {open.length > 1 ? ` ${countOf(open.length - 1, "other incident")} open.` : ""}
          </Alert>
        ) : null}
        <QueryView query={state} what="The state of the system">
          {(now) => <Tiles state={now} />}
        </QueryView>
        <IncidentsPanel selected={selected} />
        {me && me.role !== "viewer" ? <ProcessesPanel isOwner={me.role === "owner"} /> : null}
        {state.data ? (
          <>
            <div className="grid gap-3 lg:grid-cols-2">
              <DatabasePanel state={state.data} />
              <MachinePanel state={state.data} />
            </div>
            <QueuesPanel queues={state.data.queues} />
          </>
        ) : null}
      </div>
    </>
  );
}

function Tiles({ state }: { state: SystemState }) {
  const { database, disk, clock, spool } = state;
  const [db, room, time, waits] = [
    databaseVerdict(database),
    diskVerdict(disk),
    clockVerdict(clock),
    spoolVerdict(spool),
  ];
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <StatTile
        label="Database"
        value={db.word}
        tone={db.tone}
        context={
          database.connectionsUsed === null || database.connectionsMax === null
            ? (database.reason ?? "not looked at yet")
            : `${database.connectionsUsed} of ${database.connectionsMax} connections`
        }
      />
      <StatTile
        label="Disk"
        value={disk?.freeBytes == null ? room.word : formatBytes(disk.freeBytes)}
        tone={room.tone}
        context={disk ? (disk.error ?? freeWords(disk) ?? room.word) : "not measured yet"}
      />
      <StatTile
        label="Windows on their way"
        value={formatCount(spool.windowsWaiting)}
        tone={waits.tone}
        context={spool.windowsDropped > 0 ? `${formatCount(spool.windowsDropped)} given up` : "none given up"}
      />
      <StatTile
        label="Clock"
        value={time.word}
        tone={time.tone}
        context={
          clock?.lastStep
            ? `${stepWords(clock.lastStep.byMs)}, ${formatDateTime(Date.parse(clock.lastStep.at))}`
            : clock
              ? "no step since the collector runs"
              : MISSING
        }
      />
    </div>
  );
}
