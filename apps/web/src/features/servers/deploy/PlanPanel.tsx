"use client";
import { type Column, Panel, ScrollArea, Table } from "@p4twin/ui";
import { formatSignificant } from "@p4twin/ui/format";
import { useState } from "react";
import type { DeployAnswer } from "@/workers/servers/serverAnswers.ts";

type Report = DeployAnswer["report"];
type Group = Report["groups"][number];
type Backup = Report["backups"][number] & { key: string };

const GROUPS: Column<Group>[] = [
  { id: "id", header: "Group", cell: (g) => g.id },
  { id: "entry", header: "Entry", cell: (g) => g.entry },
  { id: "class", header: "Class", numeric: true, cell: (g) => g.class ?? "rest" },
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

type RuleRow = { key: string; class: number | null; text: string };

/** Our choice: rules that are shown of a device; the command line prints all. */
const SHOWN_RULES = 200;

const RULES: Column<RuleRow>[] = [
  { id: "class", header: "Class", numeric: true, cell: (r) => r.class ?? "–" },
  { id: "text", header: "Rule", cell: (r) => <code className="font-mono text-xs">{r.text}</code> },
];

/** Rules of a device, of one class when it is chosen. */
function DeviceRules({ device, classId }: { device: Report["devices"][number]; classId: number | null }) {
  const own = device.rules
    .map((text, i): RuleRow => ({ key: String(i), class: device.classes[i] ?? null, text }))
    .filter((r) => classId === null || r.class === classId);
  const shown = own.length > SHOWN_RULES ? `, the first ${SHOWN_RULES} shown` : "";
  return (
    <details open={classId !== null && own.length > 0}>
      <summary className="cursor-pointer text-sm">
        {own.length} {own.length === 1 ? "rule" : "rules"}
        {classId === null ? "" : ` of class ${classId}`} on {device.device} ({device.language}){shown}
      </summary>
      <ScrollArea label={`Rules of ${device.device}`} className="max-h-64">
        <Table
          caption={`Rules of ${device.device}`}
          columns={RULES}
          rows={own.slice(0, SHOWN_RULES)}
          rowKey={(r) => r.key}
        />
      </ScrollArea>
    </details>
  );
}

/** Where the parts of the chain went: entries and groups with their tags, rules of each device, what failures cost. */
export function PlanPanel({ report }: { report: Report }) {
  const [groupId, setGroupId] = useState<string | null>(null);
  const classId = report.groups.find((g) => g.id === groupId)?.class ?? null;
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
            selectedKey={groupId}
            onSelect={(g) => setGroupId(g.id === groupId ? null : g.id)}
          />
        </ScrollArea>
        {report.devices.map((d) => (
          <DeviceRules key={d.device} device={d} classId={classId} />
        ))}
      </Panel>
      <Panel title="What failures cost" bodyClassName="overflow-x-auto">
        <Table caption="Backups" columns={BACKUPS} rows={backups} rowKey={(b) => b.key} />
      </Panel>
    </>
  );
}
