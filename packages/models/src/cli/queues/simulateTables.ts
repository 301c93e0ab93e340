import type { ControlReport, SliceReport } from "../../control/index.ts";
import { formatTable, showUs } from "../table.ts";

const right = (title: string) => ({ title, align: "right" }) as const;
const percent = (share: number): string => (share * 100).toFixed(2);
/** A number shown as a share of all, a dash when there are none. */
const shareOf = (part: number, all: number): string => (all === 0 ? "-" : percent(part / all));

/** Flows and segments of a cloud for people. */
export function showControl({ name, seconds, flows, segments }: ControlReport): string {
  const head = `${name}: ${seconds} s\n\n`;
  const flowTable = formatTable(
    [
      { title: "flow" },
      right("sent"),
      right("lost %"),
      right("policy"),
      right("queue"),
      right("vnf"),
      right("mean us"),
      right("p50"),
      right("p99"),
      right("max"),
    ],
    flows.map((f) => [
      f.flowId,
      String(f.sent),
      percent(f.loss),
      String(f.policyDrops),
      String(f.tailDrops),
      String(f.vnfLosses),
      showUs(f.meanUs),
      showUs(f.p50Us),
      showUs(f.p99Us),
      showUs(f.maxUs),
    ]),
  );
  if (segments.length === 0) return `${head}${flowTable}`;
  const segmentTable = formatTable(
    [
      { title: "segment" },
      right("PL us"),
      right("DL us"),
      right("judged"),
      right("priority %"),
      right("dropped %"),
      right("mean us"),
      right("p99"),
      right("max"),
      right("above DL"),
    ],
    segments.map((s) => [
      s.segmentId,
      String(s.plUs),
      String(s.dlUs),
      String(s.judged),
      shareOf(s.prioritised, s.judged),
      shareOf(s.dropped, s.judged),
      showUs(s.meanUs),
      showUs(s.p99Us),
      showUs(s.maxUs),
      String(s.aboveDl),
    ]),
  );
  return `${head}${flowTable}\n${segmentTable}`;
}

/** Slices of a link for people, the bounds of their limits beside what was found. */
export function showSlices({ name, control, seconds, slices }: SliceReport): string {
  const table = formatTable(
    [
      { title: "slice" },
      right("sent"),
      right("lost %"),
      right("marked"),
      right("Mbit/s"),
      right("mean us"),
      right("max us"),
      right("limit us"),
      right("bound us"),
    ],
    slices.map((s) => [
      s.sliceId,
      String(s.sent),
      percent(s.loss),
      String(s.marked),
      s.throughputMbps.toFixed(2),
      showUs(s.meanUs),
      showUs(s.maxUs),
      showUs(s.limitUs),
      showUs(s.strictUs),
    ]),
  );
  return `${name}: ${control}, ${seconds} s\n\n${table}`;
}
