"use client";
import type { Plan, Problem } from "@p4twin/models/placement";
import { Alert, Button, type Column, Panel, PredictedTile, StatTile, Table } from "@p4twin/ui";
import { formatDuration, formatPercent, formatSignificant, formatWords } from "@p4twin/ui/format";
import { Download } from "lucide-react";
import { countOf } from "@/lib/countOf.ts";
import { givenIntervals } from "@/lib/predictedOf.ts";
import { saveFile } from "@/lib/saveFile.ts";
import { type DeviceGroup, deviceGroups, planWords } from "./planWords.ts";

const COLUMNS: readonly Column<DeviceGroup>[] = [
  { id: "devices", header: "Devices", numeric: true, cell: (group) => group.devices },
  { id: "type", header: "Type", cell: (group) => <span className="font-medium">{group.profile}</span> },
  { id: "runs", header: "Each runs", cell: (group) => group.functions, className: "whitespace-normal" },
  {
    id: "gbps",
    header: "Each carries",
    unit: "Gbps",
    numeric: true,
    cell: (group) => formatSignificant(group.gbps),
  },
];

export type PlanResultProps = { problem: Problem; plan: Plan; violations: readonly { message: string }[] };

/** What to buy, what runs on each device, what it draws and costs, or why there is nothing. */
export function PlanResult({ problem, plan, violations }: PlanResultProps) {
  const words = planWords(plan);
  const found = plan.status !== "infeasible";
  if (violations.length > 0) {
    return (
      <Alert
        tone="bad"
        title={`The plan of ${plan.engine} breaks ${countOf(violations.length, "constraint")}`}
      >
        {violations[0]?.message}
      </Alert>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <Alert
        tone={words.tone}
        title={words.title}
        action={
          <Button
            size="sm"
            icon={<Download aria-hidden />}
            onClick={() =>
              saveFile("plan.json", "application/json", JSON.stringify({ problem, plan }, null, 2))
            }
          >
            Export JSON
          </Button>
        }
      >
        <p>
          Found by {plan.engine} in {formatDuration(plan.timeMs)}, checked. {words.detail}
        </p>
        {plan.conflicts.length > 0 ? (
          <ul aria-label="Conflicting constraints" className="mt-1 list-disc pl-5">
            {plan.conflicts.map(({ constraint, message }) => (
              <li key={message}>
                {formatWords(message)} <span className="text-xs text-ink-3">({constraint})</span>
              </li>
            ))}
          </ul>
        ) : null}
      </Alert>
      {found ? (
        <>
          <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
            <StatTile label="Price" value={formatSignificant(plan.costUsd)} unit="$" context="Eq. 5.3" />
            <PredictedTile
              label="Delay"
              us={plan.delayUs}
              {...givenIntervals(plan)}
              context="over all functions, Eq. 5.2"
            />
            <StatTile label="Power" value={formatSignificant(plan.powerWatts)} unit="W" />
            <StatTile
              label="Objective"
              value={formatSignificant(plan.objective)}
              context={`bound ${formatSignificant(plan.bound)}, gap ${plan.gap === null ? "not known" : formatPercent(plan.gap)}`}
            />
          </div>
          <Panel
            title="What runs where"
            subtitle={plan.types.map(({ profile, count }) => `${count} ${profile}`).join(", ")}
            bodyClassName="p-0 overflow-x-auto"
          >
            <Table
              caption="Devices to buy"
              columns={COLUMNS}
              rows={deviceGroups(plan)}
              rowKey={(group) => group.key}
              empty="No device is needed."
            />
          </Panel>
        </>
      ) : null}
    </div>
  );
}
