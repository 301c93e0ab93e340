import { exporterCounts, QUIET_MS } from "./exporterCounts.ts";
import { flowFits, type WantedFlow } from "./flowFits.ts";
import { unmatchedWords } from "./reasonWords.ts";
import type { TelemetryState } from "./useTelemetry.ts";

type Interface = { nodeId: number; port: number | null };
/** What is bound, as far as it decides what matches. */
export type BoundTo = {
  id: string;
  name: string;
  from: Interface;
  to: Interface;
  flows: readonly WantedFlow[];
  pairBy?: string | null | undefined;
  /** exporters whose reports count; absent or empty: all */
  exporters?: readonly string[] | null | undefined;
};
type UnmatchedReport = TelemetryState["unmatchedReports"][number];
export type Heard = Pick<TelemetryState, "atMs" | "unmatchedReports"> & {
  exporters: readonly Pick<
    TelemetryState["exporters"][number],
    "address" | "label" | "nodeIds" | "lastHeardMs" | "reports" | "decoded" | "received"
  >[];
};

/** How a segment stands with what arrives, in words. `remedy` is null where there is nothing to mend. */
export type Finding = {
  segmentId: string;
  name: string;
  fits: boolean;
  text: string;
  remedy: string | null;
};

const flowText = ({ flow }: UnmatchedReport): string => {
  if (flow === null) return "a packet without IP addresses";
  const port = (p: number | null): string => (p === null ? "" : ` port ${p}`);
  return `${flow.src}${port(flow.srcPort)} to ${flow.dst}${port(flow.dstPort)}`;
};
const pathText = ({ path }: UnmatchedReport): string =>
  path.map((hop) => (hop.nodeId === null ? "?" : String(hop.nodeId))).join(", ") || "no hops";
const some = (items: readonly (string | number)[], limit = 8): string =>
  items.length > limit ? `${items.slice(0, limit).join(", ")}, …` : items.join(", ");

/** One report of no segment in a sentence: of which flow, over which nodes, why it belongs to none. */
export const unmatchedReportWords = (report: UnmatchedReport): string =>
  `${flowText(report)}, nodes ${pathText(report)}: ${unmatchedWords(report.reason)}`;

type Words = { text: string; remedy: string | null };

/** The flow is the segment's own, but its path does not touch an end of it. */
function wrongEnd(report: UnmatchedReport, end: "from" | "to", at: Interface): Words {
  const verb = end === "from" ? "begins" : "ends";
  const which = end === "from" ? "ingressPort" : "egressPort";
  const ports = report.path.filter((h) => h.nodeId === at.nodeId).flatMap((h) => h[which] ?? []);
  if (ports.length > 0 && at.port !== null)
    return {
      text: `Reports of its flow (${flowText(report)}) ${end === "from" ? "enter" : "leave"} node ${at.nodeId} by port ${some([...new Set(ports)])}, but the segment ${verb} at port ${at.port}.`,
      remedy: `Change the port of “${end === "from" ? "From" : "To"}” to ${ports[0]}, or leave it open.`,
    };
  if (report.path.some((h) => h.nodeId === at.nodeId))
    return {
      text: `Reports of its flow (${flowText(report)}) name node ${at.nodeId}, where the segment ${verb}, but not the port.`,
      remedy: `Leave the port of “${end === "from" ? "From" : "To"}” open, or add port ids to the INT instructions.`,
    };
  return {
    text: `Reports of its flow (${flowText(report)}) pass nodes ${pathText(report)}, but the segment ${verb} at node ${at.nodeId}.`,
    remedy: `Change the node of “${end === "from" ? "From" : "To"}” in the binding, or turn INT on at node ${at.nodeId}.`,
  };
}

/** What the exporters of a segment were heard to send: node ids of others may be the same and mean other nodes. */
function heardFor({ exporters }: BoundTo, heard: Heard): Heard {
  if (!exporters || exporters.length === 0) return heard;
  return {
    ...heard,
    exporters: heard.exporters.filter(({ address }) => exporters.includes(address)),
    unmatchedReports: heard.unmatchedReports.filter(({ exporter }) => exporters.includes(exporter)),
  };
}

/** Why a segment that is bound receives nothing. The nearest miss first. */
function silence(segment: BoundTo, all: Heard): Words {
  const heard = heardFor(segment, all);
  const { sending } = exporterCounts(heard);
  if (heard.exporters.length === 0 && all.exporters.length > 0)
    return {
      text: `Its exporters (${some(segment.exporters ?? [])}) are not heard; others are.`,
      remedy: "Correct “Exporters” in the binding, or look whether these switches report here.",
    };
  if (heard.exporters.length === 0)
    return {
      text: "No switch has sent anything yet.",
      remedy: "Point a switch here; the Telemetry page has the commands.",
    };
  if (sending === 0)
    return {
      text: "All switches have gone quiet.",
      remedy: "Look whether they and the links to here are up.",
    };
  const unreadable = heard.exporters.filter((e) => e.received > 0 && e.decoded === 0);
  const recent = heard.unmatchedReports.filter((s) => heard.atMs - s.lastMs < 6 * QUIET_MS);
  const own = recent.filter((s) => flowFits(segment.flows, s.flow));
  const byReason = (reason: string) => own.find((s) => s.reason === reason);

  const latency = byReason("latency-unknown");
  if (latency)
    return {
      text: `Reports of its flow (${flowText(latency)}) reach both ends, but say no latency: nodes ${pathText(latency)}.`,
      remedy:
        "Add hop latency, or ingress and egress timestamps, to the INT instructions of the source switch.",
    };
  const waiting = byReason("pair-missing");
  if (waiting)
    return {
      text: `Postcards of its flow (${flowText(waiting)}) come, but never all of a packet within a second: nodes ${pathText(waiting)}.`,
      remedy:
        "Look whether both ends report, and whether “Postcards” in the binding names what their packets carry.",
    };
  // a path that touches the segment says more than one that does not
  const touching = (s: UnmatchedReport): boolean =>
    s.path.some((h) => h.nodeId === segment.from.nodeId || h.nodeId === segment.to.nodeId);
  const nearest = [...own].sort((a, b) => Number(touching(b)) - Number(touching(a)));
  const end = nearest.find((s) => s.reason === "to-not-on-path") ?? nearest[0];
  const [only, second] = end?.path ?? [];
  if (
    end?.reason === "to-not-on-path" &&
    !segment.pairBy &&
    only &&
    !second &&
    only.nodeId !== segment.to.nodeId
  )
    return {
      text: `Each report of its flow (${flowText(end)}) has one hop, node ${only.nodeId ?? "?"}: postcards, which are not joined.`,
      remedy: "Choose under “Postcards” in the binding what joins those of a packet.",
    };
  if (end && segment.flows.length > 0)
    return end.reason === "to-not-on-path"
      ? wrongEnd(end, "to", segment.to)
      : wrongEnd(end, "from", segment.from);

  const nodes = [...new Set(heard.exporters.flatMap((e) => e.nodeIds))].sort((a, b) => a - b);
  const missing = [...new Set([segment.from.nodeId, segment.to.nodeId])].filter((id) => !nodes.includes(id));
  if (missing.length > 0)
    return {
      text: `Node ${some(missing)} is not heard. ${nodes.length > 0 ? `Heard are ${some(nodes)}.` : "No report names a node."}${
        unreadable.length > 0
          ? ` Of ${some(
              unreadable.map((e) => e.label ?? e.address),
              3,
            )} nothing can be read.`
          : ""
      }`,
      remedy:
        unreadable.length > 0
          ? "Choose the dialect of that exporter, or correct the node id in the binding."
          : "Correct the node id in the binding, or turn INT on at that switch.",
    };
  const passing = recent.filter(touching);
  if (passing.length > 0)
    return {
      text: `Its nodes are heard, but no report is of its flows. Past them go ${some([...new Set(passing.map(flowText))], 3)}.`,
      remedy: "Correct the flows in the binding, or leave the fields open that differ.",
    };
  return {
    text: "Its nodes are heard, but nothing of its flows has passed them in the last minute.",
    remedy: segment.flows.length > 0 ? "Send traffic of these flows, or correct them in the binding." : null,
  };
}

/**
 * Holds every segment of a deployment against what arrives. `packets` are those of the last minute; null: not
 * known yet.
 */
export function arrivalFindings(
  segments: readonly BoundTo[],
  heard: Heard,
  packets: (segmentId: string) => number | null,
): Finding[] {
  return segments.map((segment) => {
    const { id: segmentId, name } = segment;
    const count = packets(segmentId);
    if (count === null) return { segmentId, name, fits: true, text: "not looked at yet", remedy: null };
    if (count > 0)
      return {
        segmentId,
        name,
        fits: true,
        text: `${count.toLocaleString("en")} packets in the last minute`,
        remedy: null,
      };
    return { segmentId, name, fits: false, ...silence(segment, heard) };
  });
}
