"use client";
import { Badge, type BadgeTone, type Column, Panel, ScrollArea, Table } from "@p4twin/ui";
import {
  formatBytes,
  formatCountExact,
  formatDateTime,
  formatDuration,
  formatPercent,
  formatRelativeTime,
  MISSING,
} from "@p4twin/ui/format";
import { QueryView } from "@/lib/QueryView.tsx";
import { type SystemProcess, useSystemProcesses } from "./useSystem.ts";

const TONES: Record<SystemProcess["state"], BadgeTone> = {
  running: "ok",
  starting: "warn",
  waiting: "bad",
  stopping: "neutral",
  silent: "bad",
};
const WORDS: Record<SystemProcess["state"], string> = {
  running: "runs",
  starting: "starts",
  waiting: "ended, starts again soon",
  stopping: "stops",
  silent: "does not answer",
};

const columnsFor = (withPids: boolean, withHosts: boolean): Column<SystemProcess>[] => [
  { id: "name", header: "Process", cell: (p) => p.name },
  { id: "state", header: "State", cell: (p) => <Badge tone={TONES[p.state]}>{WORDS[p.state]}</Badge> },
  ...(withHosts ? [{ id: "host", header: "Machine", cell: (p: SystemProcess) => p.host ?? MISSING }] : []),
  ...(withPids
    ? [{ id: "pid", header: "Pid", numeric: true, cell: (p: SystemProcess) => p.pid ?? MISSING }]
    : []),
  {
    id: "since",
    header: "Runs for",
    cell: (p) =>
      p.startedAt ? (
        <span title={formatDateTime(Date.parse(p.startedAt))} className="whitespace-nowrap">
          {formatDuration(Math.max(0, Date.now() - Date.parse(p.startedAt)))}
        </span>
      ) : (
        MISSING
      ),
  },
  {
    id: "restarts",
    header: "Restarts",
    numeric: true,
    hint: "times that it was started again since P4Twin was started",
    cell: (p) => (p.restarts === null ? MISSING : formatCountExact(p.restarts)),
  },
  {
    id: "last",
    header: "Last end",
    className: "min-w-40 whitespace-normal",
    cell: (p) =>
      p.lastExit ? (
        <span title={formatDateTime(Date.parse(p.lastExit.at))}>
          {p.lastExit.cause}, {formatRelativeTime(Date.parse(p.lastExit.at), Date.now())}
        </span>
      ) : (
        MISSING
      ),
  },
  { id: "memory", header: "Memory", numeric: true, cell: (p) => formatBytes(p.memoryBytes) },
  {
    id: "cpu",
    header: "Processor",
    hint: "100 % is one processor, all of the time",
    numeric: true,
    cell: (p) => (p.cpuShare === null ? MISSING : formatPercent(p.cpuShare)),
  },
];

/** Every process with its role, what it takes, how often it was started again and why. */
export function ProcessesPanel({ isOwner }: { isOwner: boolean }) {
  const processes = useSystemProcesses(true);
  return (
    <Panel title="Processes" subtitle="one that ends is started again">
      <QueryView query={processes} what="The processes">
        {(list) => (
          <ScrollArea label="Processes of this installation">
            <Table
              caption="Processes of this installation"
              columns={columnsFor(isOwner, new Set(list.map((p) => p.host)).size > 1)}
              rows={list}
              rowKey={(p) => `${p.name} ${p.host} ${p.startedAt}`}
              empty="No process has spoken yet. They speak once a second."
            />
          </ScrollArea>
        )}
      </QueryView>
    </Panel>
  );
}
