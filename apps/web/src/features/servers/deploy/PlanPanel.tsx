"use client";
import { type Column, Panel, ScrollArea, Table } from "@p4twin/ui";
import { formatSignificant } from "@p4twin/ui/format";
import type { DeployAnswer } from "@/workers/servers/serverAnswers.ts";

type Report = DeployAnswer["report"];
type Group = Report["groups"][number];
type Backup = Report["backups"][number] & { key: string };

const GROUPS: Column<Group>[] = [
  { id: "id", header: "Group", cell: (g) => g.id },
  { id: "entry", header: "Entry", cell: (g) => g.entry },
  { id: "core", header: "Core", numeric: true, cell: (g) => g.core },
  { id: "tag", header: "Tag", cell: (g) => <code className="font-mono text-xs">{g.tag}</code> },
  { id: "rules", header: "Rules", numeric: true, cell: (g) => g.rules },
  { id: "leaves", header: "Leaves by", cell: (g) => g.leavesBy ?? "the chain on the server" },
];

const BACKUPS: Column<Backup>[] = [
  { id: "failure", header: "Failure", cell: (b) => b.key },
  { id: "survives", header: "Survives", cell: (b) => (b.survives ? "yes" : "no") },
  { id: "rules", header: "Rules", numeric: true, cell: (b) => b.rules ?? "–" },
  {
    id: "ms",
    header: "Installed in",
    unit: "ms",
    numeric: true,
    cell: (b) => (b.installMs === null ? "–" : formatSignificant(b.installMs)),
  },
  { id: "why", header: "Why", cell: (b) => b.reasons.join("; ") },
];

/** Where the parts of the chain went: entries and groups with their tags, rules of each device, what failures cost. */
export function PlanPanel({ report }: { report: Report }) {
  const backups = report.backups.map(
    (b): Backup => ({ ...b, key: Object.values(b.failure).flat().join(" ") }),
  );
  return (
    <>
      <Panel
        title="Placed"
        subtitle={`${report.server.cores} cores of ${report.server.id}, ${report.server.asked} servers asked`}
        bodyClassName="flex flex-col gap-2"
      >
        <ul className="text-sm">
          {report.entries.map((e) => (
            <li key={e.entry}>
              {e.entry}: {e.rules.hardware} rules in hardware, {e.rules.split} split, {e.rules.software} in
              software, on {e.switch ?? "the NIC"} ({e.target}, {e.mode})
            </li>
          ))}
        </ul>
        <ScrollArea label="Groups of traffic classes">
          <Table
            caption="Groups of traffic classes"
            columns={GROUPS}
            rows={report.groups}
            rowKey={(g) => g.id}
          />
        </ScrollArea>
        {report.devices.map((d) => (
          <details key={d.device}>
            <summary className="cursor-pointer text-sm">
              {d.rules.length} rules of {d.device} ({d.language})
            </summary>
            <ScrollArea label={`Rules of ${d.device}`} className="max-h-64 bg-sunken">
              <pre className="w-max p-2 font-mono text-xs">{d.rules.slice(0, 200).join("\n")}</pre>
            </ScrollArea>
          </details>
        ))}
      </Panel>
      <Panel title="What failures cost" bodyClassName="overflow-x-auto">
        <Table caption="Backups" columns={BACKUPS} rows={backups} rowKey={(b) => b.key} />
      </Panel>
    </>
  );
}
