"use client";
import { bmv2Commands, p4RuntimeUpdates, type TuneCell } from "@p4twin/models/control";
import { CopyField, Panel, SegmentedControl } from "@p4twin/ui";
import { formatLatencyWithUnit, formatPercent } from "@p4twin/ui/format";
import { type ReactNode, useState } from "react";

const WAYS = {
  bmv2: {
    label: "BMv2 CLI",
    text: bmv2Commands,
    note: "Into simple_switch_CLI of the switch that enforces the segment (latency_control_uc1.p4 or _uc2.p4); 0 is the flow's number there.",
  },
  p4runtime: {
    label: "P4Runtime",
    text: p4RuntimeUpdates,
    note: "Updates of a WriteRequest in text form; the ids are in the program's p4info. BMv2 refuses register writes over P4Runtime.",
  },
} as const;

/** What a pair means for everybody, and the commands that set it. `action`: set it on a running segment. */
export function PairPanel({ cell, isBest, action }: { cell: TuneCell; isBest: boolean; action: ReactNode }) {
  const [way, setWay] = useState<keyof typeof WAYS>("bmv2");
  const facts = [
    ["Latency-critical packets lost", formatPercent(cell.loss)],
    ["their p99 in the segment", cell.p99Us === null ? "over 1 % lost" : formatLatencyWithUnit(cell.p99Us)],
    ["took the top priority", formatPercent(cell.prioritised)],
    ["all other packets lost", formatPercent(cell.otherLoss)],
    ["meets the goal", cell.meetsGoal ? "yes" : "no"],
    ...(cell.meetsGoal
      ? [
          [
            "nearest pair that misses it",
            cell.cliffUs === null ? "none tried" : `${formatLatencyWithUnit(cell.cliffUs)} away`,
          ] as const,
        ]
      : []),
  ] as const;
  return (
    <Panel
      title={`PL ${formatLatencyWithUnit(cell.plUs)}, DL ${formatLatencyWithUnit(cell.dlUs)}${isBest ? " – the best pair" : ""}`}
      actions={action}
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        {facts.map(([what, value]) => (
          <div key={what} className="contents">
            <dt className="text-ink-2">{what}</dt>
            <dd className="text-right font-medium tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-4 mb-1 font-medium text-ink-2 text-xs">Switch commands</h3>
      <SegmentedControl
        size="sm"
        aria-label="Form of the commands"
        value={way}
        options={(Object.keys(WAYS) as (keyof typeof WAYS)[]).map((id) => ({
          value: id,
          label: WAYS[id].label,
        }))}
        onValueChange={setWay}
      />
      <CopyField className="mt-2" label="commands" text={WAYS[way].text(cell).join("\n")} />
      <p className="mt-1 text-ink-3 text-xs">{WAYS[way].note}</p>
    </Panel>
  );
}
