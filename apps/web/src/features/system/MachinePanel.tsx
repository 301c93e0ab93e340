import { Badge, Panel } from "@p4twin/ui";
import { formatBytes, formatCountExact, formatDateTime, MISSING } from "@p4twin/ui/format";
import { type Fact, FactList } from "./FactList.tsx";
import { diskVerdict, freeWords, stepWords } from "./stateWords.ts";
import type { SystemState } from "./useSystem.ts";

/** Disk, spool and clock of the machine. */
export function MachinePanel({ state: { disk, spool, clock, supervisor } }: { state: SystemState }) {
  const verdict = diskVerdict(disk);
  const { interruption } = spool;
  const facts: Fact[] = [
    ["Disk of the data", disk ? (freeWords(disk) ?? MISSING) : MISSING],
    ...(disk && disk.refused.length > 0 ? [["Not done now", disk.refused.join(", ")] as const] : []),
    ...(disk?.error ? [["The disk says", disk.error] as const] : []),
    [
      "Windows waiting",
      `${formatCountExact(spool.windowsWaiting)}, ${formatBytes(spool.diskBytes)} on disk${spool.windowsHeld > 0 ? `, ${formatCountExact(spool.windowsHeld)} in memory alone` : ""}`,
    ],
    ["Damaged records, set aside", formatCountExact(spool.damagedRecords)],
    ["Windows given up", formatCountExact(spool.windowsDropped)],
    ["Failed writes, tried again", formatCountExact(spool.failures)],
    [
      "Last interruption",
      interruption
        ? `after ${formatDateTime(Date.parse(interruption.lastSignAt))}, ${formatCountExact(interruption.windows)} windows were found on disk`
        : "none since the collector was started",
    ],
    ["Steps of the clock", clock ? formatCountExact(clock.steps) : MISSING],
    ...(clock?.lastStep
      ? [
          [
            "Last step",
            `${stepWords(clock.lastStep.byMs)}, ${formatDateTime(Date.parse(clock.lastStep.at))}`,
          ] as const,
        ]
      : []),
    [
      "P4Twin runs since",
      supervisor ? formatDateTime(Date.parse(supervisor.startedAt)) : "each process for itself",
    ],
  ];
  return (
    <Panel
      title="Machine"
      subtitle="disk, spool and clock"
      actions={<Badge tone={verdict.tone}>disk: {verdict.word}</Badge>}
    >
      <FactList facts={facts} />
    </Panel>
  );
}
