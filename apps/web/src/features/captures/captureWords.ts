import type { BadgeTone } from "@p4twin/ui";
import { chooseLatencyUnit, formatLatency, LATENCY_UNIT_LABEL } from "@p4twin/ui/format";
import type { RouterOutputs } from "@/lib/trpc.ts";

export type CaptureEntry = RouterOutputs["captures"]["list"]["captures"][number];
export type Capture = RouterOutputs["captures"]["get"];
export type CaptureSummary = NonNullable<Capture["summary"]>;
export type CaptureRun = RouterOutputs["captures"]["runs"]["list"][number];

const STATES: Record<CaptureEntry["state"], { text: string; tone: BadgeTone }> = {
  waiting: { text: "waiting for its bytes", tone: "neutral" },
  receiving: { text: "arriving", tone: "accent" },
  reading: { text: "being read", tone: "accent" },
  ready: { text: "ready", tone: "ok" },
  failed: { text: "failed", tone: "bad" },
  cancelled: { text: "cancelled", tone: "neutral" },
};
export const stateWords = (state: CaptureEntry["state"]) => STATES[state];

/** True while the server still works on it: the page asks again. */
export const isUnderWay = (state: CaptureEntry["state"]): boolean =>
  state === "receiving" || state === "reading";

/** Instants of a capture stand in nanoseconds, as text: they exceed what a number holds. */
export const nsToMs = (ns: string): number => Number(BigInt(ns) / 1_000_000n);

/** How long the capture lasts, in ms; null without times. */
export function spanMs({ firstNs, lastNs }: Pick<CaptureSummary, "firstNs" | "lastNs">): number | null {
  return firstNs === null || lastNs === null ? null : Number((BigInt(lastNs) - BigInt(firstNs)) / 1_000_000n);
}

/** Exporters that a sentence names. */
const GAPS_NAMED = 5;

export type Advice = { text: string; remedy: string };

/** What is worth a look in a capture, and what to do about it. */
export function adviceFor(summary: CaptureSummary, ports: readonly number[]): Advice[] {
  const advice: Advice[] = [];
  const [busiest] = summary.otherPorts;
  for (const { port, count, reports } of summary.otherPorts)
    if (reports > 0)
      advice.push({
        text: `${reports} of ${count} datagrams to port ${port} read as INT reports and are left out.`,
        remedy: `Add ${port} to the ports and read the capture again.`,
      });
  if (summary.datagrams === 0 && advice.length === 0)
    advice.push(
      busiest
        ? {
            text: `No datagram goes to the report ports ${ports.join(", ")}; most go to ${busiest.port}.`,
            remedy: `If ${busiest.port} carries the reports, read the capture again with this port.`,
          }
        : {
            text: "This capture contains no UDP datagrams.",
            remedy: "Capture where the reports pass: on the port towards the collector.",
          },
    );
  if (summary.datagrams > 0 && summary.decoded === 0)
    advice.push({
      text: "Not one datagram could be read as an INT report.",
      remedy: "Choose the dialect of the switch and read the capture again.",
    });
  if (summary.reports > 0 && summary.nodes.every((n) => n.p50Us === null))
    advice.push({
      text: "The reports carry no hop latency and no pair of timestamps.",
      remedy: "Add hop latency, or ingress and egress timestamps, to the INT instructions of the source.",
    });
  for (const { exporter, nodeIds } of summary.units.filter(({ basis }) => basis === "assumed"))
    advice.push({
      text: `What the times of node ${nodeIds.join(", ")} of ${exporter} count is not certain: nanoseconds are assumed.`,
      remedy: "Choose the dialect of the switch and read the capture again.",
    });
  if (summary.sequenceGaps > 0)
    advice.push({
      text: `${summary.sequenceGaps} reports are missing by their sequence numbers${gapWords(summary)}.`,
      remedy: "They were lost before the capture, or the capture tool dropped them.",
    });
  return advice;
}

const FILE_CODES = /^(capture|record|block|interface)-/;
const TITLES: Readonly<Record<string, string>> = {
  "port-found": "Ports that nobody named",
  "frame-cut": "Cut by the capture tool",
  "repeated-datagrams": "Captured twice",
};
const titleOf = (code: string): string =>
  TITLES[code] ?? (FILE_CODES.test(code) ? "The file itself" : "Reports that deviate from the specification");

/** The problems of a capture, those of one kind together, in their order. */
export function groupedProblems({ problems }: Pick<CaptureSummary, "problems">) {
  const groups = new Map<string, { title: string; isError: boolean; messages: string[] }>();
  for (const { code, severity, message } of problems) {
    const title = titleOf(code);
    const group = groups.get(title) ?? { title, isError: false, messages: [] };
    groups.set(title, group);
    group.isError ||= severity === "error";
    group.messages.push(message);
  }
  return [...groups.values()];
}

/** Whose reports are missing: ": 4 of 10.0.0.1, 1 of 10.0.0.2". Captures that were read earlier do not say it. */
function gapWords({ exporters }: Pick<CaptureSummary, "exporters">): string {
  const gaps = exporters.filter(({ sequenceGaps }) => sequenceGaps > 0);
  if (gaps.length === 0) return "";
  const named = gaps.slice(0, GAPS_NAMED).map(({ address, sequenceGaps: n }) => `${n} of ${address}`);
  return `: ${named.join(", ")}${gaps.length > GAPS_NAMED ? ", …" : ""}`;
}

/** The hop that made the packets of a path slow, in a title and a sentence with the numbers that show it. */
export function standOutWords(found: CaptureSummary["standOuts"][number]): { title: string; text: string } {
  const { exporter, path, nodeId, fastestUs, slowUs, byQueue, share, deepest } = found;
  const unit = chooseLatencyUnit([slowUs]);
  const us = (value: number) => `${formatLatency(value, unit)} ${LATENCY_UNIT_LABEL[unit]}`;
  const queue = deepest !== null && deepest > 1 ? ` Its queue held up to ${deepest} packets.` : "";
  return {
    title: `Node ${nodeId} makes the packets of ${exporter} slow`,
    text: `${byQueue ? "One packet in 20" : "One packet in 4"} takes ${us(slowUs)} or more there, the fastest ${us(fastestUs)}: ${Math.round(100 * share)} % of what the path ${path.map((id) => id ?? "?").join(" → ")} takes longer.${queue}`,
  };
}

/** A run in a few words: "replay at 10 times its own speed". */
export function runWords({ mode, speed }: Pick<CaptureRun, "mode" | "speed">): string {
  if (mode === "analyse") return "analysis";
  if (mode === "fill") return "all at once, as the time before";
  return speed === null || speed === 1 ? "replay at its own speed" : `replay at ${speed} times its own speed`;
}

/** Ports as typed: separated by commas or blanks. Null when one is no port. */
export function parsePorts(text: string): number[] | null {
  const parts = text.split(/[\s,]+/).filter(Boolean);
  const ports = parts.map(Number);
  const valid = ports.every((p) => Number.isInteger(p) && p >= 1 && p <= 65_535);
  return parts.length > 0 && parts.length <= 32 && valid ? [...new Set(ports)] : null;
}
