import { type Column, Panel, ScrollArea, Table } from "@p4twin/ui";
import { formatCountExact, formatSigned, MISSING } from "@p4twin/ui/format";
import { offsetWords } from "./clockWords.ts";
import type { TelemetryState } from "./useTelemetry.ts";

type Pair = TelemetryState["clocks"][number];

const METHODS = {
  "both-ways": "packets in both directions",
  "one-way": "packets in one direction: a bound and the drift only",
  none: "too few reports yet",
} as const;

const COLUMNS: readonly Column<Pair>[] = [
  { id: "pair", header: "Switches", cell: (p) => `${p.firstNode} and ${p.secondNode}` },
  { id: "offset", header: "Second clock ahead by", numeric: true, cell: (p) => offsetWords(p.skew) },
  {
    id: "drift",
    header: "Drift",
    unit: "ppm",
    numeric: true,
    cell: (p) => (p.skew.driftPpm === null ? MISSING : formatSigned(p.skew.driftPpm)),
  },
  { id: "method", header: "Known from", cell: (p) => METHODS[p.skew.method], className: "whitespace-normal" },
  { id: "samples", header: "Reports", numeric: true, cell: (p) => formatCountExact(p.skew.samples) },
];

/**
 * How the clocks of neighbouring switches stand to each other; a clock that steps back never makes a negative latency.
 */
export function ClockPanel({ state: { clocks, clockStepsBack } }: { state: TelemetryState }) {
  if (clocks.length === 0 && clockStepsBack === 0) return null;
  return (
    <Panel
      title="Clocks of the switches"
      subtitle={
        clockStepsBack > 0
          ? `${formatCountExact(clockStepsBack)} times a clock stepped back: no latency was taken from these`
          : "unrelated clocks are ordinary: latencies are taken within one clock, or between reports of one switch"
      }
    >
      <ScrollArea label="Offset and drift between neighbouring switches">
        <Table
          caption="Offset and drift between neighbouring switches"
          columns={COLUMNS}
          rows={clocks}
          rowKey={(p) => `${p.firstNode} ${p.secondNode}`}
          empty="No packet has passed two switches yet."
        />
      </ScrollArea>
    </Panel>
  );
}
