import { constructs } from "../../core/index.ts";
import type { Construct } from "../../program/index.ts";

export const percentileNames = ["p50", "p95", "p99"] as const;
export type Percentile = (typeof percentileNames)[number];

export type Column =
  | { what: "count"; construct: Construct }
  | { what: "packetBytes" }
  | { what: "packets" }
  | { what: "program" | "run" }
  /** a start counted anew for each program: no run that programs share */
  | { what: "start" }
  | { what: Percentile; usPerUnit: number }
  | { what: "latency" | "spread"; usPerUnit: number };

const US_PER: Readonly<Record<string, number>> = { ns: 1e-3, us: 1, µs: 1, ms: 1e3 };
/** What a heading means, whatever its case and separators: "Latency [us]" is latencyUs. */
function meaningOf(heading: string): Column | null {
  const word = heading.toLowerCase().replace(/[^a-zµ0-9]/g, "");
  const construct = constructs.find(
    (name) => word === name || word === `${name}s` || word === `${name}count`,
  );
  if (construct) return { what: "count", construct };
  if (/^(packet|frame)?(bytes|size|sizebytes|length)$/.test(word) || word === "packet")
    return { what: "packetBytes" };
  if (/^(packets|samples|packetcount|samplecount)$/.test(word)) return { what: "packets" };
  if (word === "program") return { what: "program" };
  if (word === "run" || word === "start") return { what: word };
  const percentile = /^(p50|p95|p99)(?:latency|delay)?(ns|us|µs|ms)$/.exec(word);
  if (percentile) {
    const what = percentileNames.find((name) => name === percentile[1])!;
    return { what, usPerUnit: US_PER[percentile[2]!]! };
  }
  const timed =
    /^(?:(?:mean|avg|average|median)?(latency|delay)|mean|(spread|std|stddev|sd|latencystd))(ns|us|µs|ms)$/.exec(
      word,
    );
  if (!timed) return null;
  const usPerUnit = US_PER[timed[3]!]!;
  return { what: timed[2] === undefined ? "latency" : "spread", usPerUnit };
}

/** The column of a heading; where `latency` names the one of the latencies (us unless it says so), no other is. */
export function columnOf(heading: string, latency: string | undefined): Column | null {
  const column = meaningOf(heading);
  if (latency === undefined) return column;
  if (heading !== latency) return column?.what === "latency" ? null : column;
  const unit = /(ns|us|µs|ms)$/i.exec(latency)?.[1]?.toLowerCase() ?? "us";
  return { what: "latency", usPerUnit: US_PER[unit]! };
}
