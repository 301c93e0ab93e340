import type { Features } from "../../core/index.ts";
import { constructs } from "../../core/index.ts";
import type { DeviceProfile } from "../../device/index.ts";
import type { PathEstimate } from "../../latency/index.ts";
import {
  decidingEntry,
  type Pass,
  type Recording,
  recordingTimes,
  type StepTime,
  type Target,
  type TraceBranch,
  type TraceEvent,
} from "../../run/index.ts";
import { plural } from "../plural.ts";
import { showUs } from "../table.ts";

/** What became of one packet. */
export type RanPacket = {
  packet: number;
  port: number;
  /** virtual time of its arrival */
  atUs: number;
  bytes: string;
  /** the listed path that it takes first; null: none, or paths were not sought */
  pathId: string | null;
  /** its copies and rounds, which the steps name by their place in this list */
  branches: readonly TraceBranch[];
  /** with the times when they are on the wire */
  sent: { port: number; atUs: number; bytes: string }[];
  passes: (Pick<Pass, "states" | "tables" | "outcome"> & {
    externs: string[];
    features: Features;
    /** null without a device */
    time: PathEstimate | null;
  })[];
  device: string | null;
  steps: RanStep[];
};

/**
 * One step, with its time on the device; null where it counts nothing there, or without a device. `matched`: the entry
 * that a table found.
 */
export type RanStep = TraceEvent & { time: StepTime | null; matched?: string };

/** The steps of a packet through a switch, with their times. */
export function stepsOf(target: Target, recording: Recording, device: DeviceProfile | null): RanStep[] {
  const times = device ? recordingTimes(recording, device) : null;
  return recording.events.map((event, i) => {
    const matched = decidingEntry(target, event);
    return { ...event, ...(matched === null ? {} : { matched }), time: times?.[i] ?? null };
  });
}

/** A packet for people: what left, and each step when asked. */
export function showPacket(ran: RanPacket, withSteps: boolean): string {
  const head = `packet ${ran.packet} in on port ${ran.port}, ${plural(ran.bytes.length / 2, "byte")}\n`;
  const steps = withSteps ? ran.steps.map(showStep).join("") : "";
  const left =
    ran.sent.length === 0
      ? `  nothing leaves${whyOf(ran)}\n`
      : ran.sent
          .map(({ port, bytes }) => `  out on port ${port}, ${plural(bytes.length / 2, "byte")}: ${bytes}\n`)
          .join("");
  return head + steps + left + ran.passes.map((pass) => timeOf(pass, ran.device)).join("");
}

function whyOf({ steps }: RanPacket): string {
  const last = steps.findLast((step) => step.kind === "fate" && step.fate === "dropped");
  return last?.kind === "fate" ? `: ${last.text}` : "";
}

function timeOf({ time, features, outcome }: RanPacket["passes"][number], device: string | null): string {
  if (time === null) return "";
  const counted = constructs.map((each) => `${features[each]} ${each}`).join(", ");
  const of = (what: string, lowUs: number | null, highUs: number | null): string[] =>
    lowUs === null ? [] : [`of ${what} ${showUs(lowUs)} to ${showUs(highUs)}`];
  const both = [
    ...of("the mean", time.meanLowUs, time.meanHighUs),
    ...of("a packet", time.lowUs, time.highUs),
  ];
  const interval = both.length === 0 ? "" : ` (one sigma ${both.join(", ")} us)`;
  const total =
    time.meanUs === null ? (time.notes[0] ?? "not available") : `${showUs(time.meanUs)} us${interval}`;
  return `  ${outcome} on ${device}: ${total}; ${counted}\n`;
}

export function showStep({ time, matched, ...event }: RanStep): string {
  const place = event.at ? `${event.at.file}:${event.at.line}` : "";
  const taken = time === null ? "" : `  ${showUs(time.us)} us`;
  const indent = event.kind === "enter" ? "  " : event.kind === "state" ? "    " : "      ";
  return `${`${indent}${textOf(event, matched)}${taken}`.padEnd(70)}  ${place}`.trimEnd().concat("\n");
}

function textOf(event: TraceEvent, matched: string | undefined): string {
  switch (event.kind) {
    case "enter":
      return event.block;
    case "state":
      return `state ${event.name}`;
    case "extract":
    case "emit":
      return `${event.kind} ${event.header || "a header that is passed over"}`;
    case "validity":
      return `${event.header} becomes ${event.valid ? "valid" : "invalid"}`;
    case "parserError":
      return event.note ? `error ${event.error} (${event.note})` : `error ${event.error}`;
    case "condition":
      return `${event.text}: ${event.holds}`;
    case "table": {
      const keys = pairs(event.keys);
      const found = event.hit ? `entry ${matched ?? event.entry}` : "no entry";
      return `table ${event.name}${keys ? ` (${keys})` : ""}: ${found}, ${event.action}(${pairs(event.parameters)})`;
    }
    case "assign":
      return event.before === event.after || event.before === ""
        ? `${event.target} = ${event.after}`
        : `${event.target} = ${event.after}, was ${event.before}`;
    case "extern":
      return event.name;
    case "message":
      return `message: ${event.text}`;
    case "fate":
      return `${event.fate}: ${event.text}`;
  }
}

const pairs = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${value}`)
    .join(", ");
