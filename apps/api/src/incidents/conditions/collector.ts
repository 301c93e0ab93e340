import { significantText } from "@p4twin/models/core";
import type { Condition } from "../../cluster/incident.ts";
import type { Facts } from "../facts.ts";
import { createGrowth } from "./growth.ts";

/** What is judged at once, and from which share of the datagrams on a loss is one (our choice). */
const SPAN_MS = 5_000;
const LOSS_SHARE = 0.01;

const percent = (share: number): string => `${significantText(100 * share, 2)} %`;

/**
 * What is lost before it is read: by the kernel, because nobody took it in time, and because too many exporters speak.
 */
export function createCollectorConditions() {
  const arrived = createGrowth(SPAN_MS);
  const dropped = createGrowth(SPAN_MS);
  const tooMany = createGrowth(SPAN_MS);

  return ({ statements, monotonicMs }: Facts): Condition[] => {
    const states = statements.flatMap((s) => s.collector ?? []);
    const sum = (of: (s: (typeof states)[number]) => number): number =>
      states.reduce((total, s) => total + of(s), 0);
    const came = arrived(
      monotonicMs,
      sum((s) => s.arrived),
    );
    const lost = dropped(
      monotonicMs,
      sum((s) => s.kernelDropped ?? 0),
    );
    const refused = tooMany(
      monotonicMs,
      sum((s) => s.tooMany),
    );
    const conditions: Condition[] = [];
    if (lost > 0 && lost / (came + lost) >= LOSS_SHARE)
      conditions.push({
        ...{ key: "collector:kernel", kind: "collector", severity: "warning" },
        title: `The kernel drops ${percent(lost / (came + lost))} of the datagrams`,
        cause:
          "Datagrams arrive faster than the collector reads. Give it processors or a larger net.core.rmem_max, sample the busiest exporters, or run more collectors.",
        evidence: [
          { label: "Dropped in 5 s", value: String(lost) },
          { label: "Arrived in 5 s", value: String(came) },
        ],
      });
    if (refused > 0)
      conditions.push({
        ...{ key: "collector:exporters", kind: "collector", severity: "warning" },
        title: "More exporters send than the collector keeps",
        cause:
          "Addresses beyond the bound are refused and counted. Spoofed senders look like this: accept only listed exporters, under Telemetry.",
        evidence: [{ label: "Datagrams refused in 5 s", value: String(refused) }],
      });
    return conditions;
  };
}
