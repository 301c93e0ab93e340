import type { Condition } from "../../cluster/incident.ts";
import type { Facts } from "../facts.ts";

/** An exporter that was heard for so long and measured a segment is expected to go on (our choice). */
const REGULAR_MS = 60_000;
/** How long it may be silent: five minutes, or twenty times its mean pause where that is longer (our choice). */
const SILENT_MS = 300_000;
const PAUSES = 20;
/** Exporters with an incident of their own; more are one (our choice). */
const NAMED = 10;

const minutes = (ms: number): string => `${Math.round(ms / 60_000)} min`;

/** Exporters whose reports belonged to a segment, and from which nothing comes any more. */
export function silentExporterConditions({ statements, nowMs }: Facts): Condition[] {
  const silent = statements
    // a collector that says nothing is an incident of its own
    .flatMap(({ collector }) => (collector ? collector.exporters : []))
    .flatMap(({ address, arrived, matched, firstHeardMs, lastHeardMs }) => {
      const heardMs = lastHeardMs - firstHeardMs;
      const allowedMs = Math.max(SILENT_MS, (PAUSES * heardMs) / Math.max(1, arrived - 1));
      const silentMs = nowMs - lastHeardMs;
      return matched > 0 && heardMs >= REGULAR_MS && silentMs > allowedMs ? [{ address, silentMs }] : [];
    })
    .sort((a, b) => a.address.localeCompare(b.address));
  const cause =
    "Its reports measured a segment, and none has come for longer than its pauses explain. Check the switch, its mirror session and the way to this machine; the segment's windows stay empty meanwhile.";
  if (silent.length > NAMED)
    return [
      {
        ...{ key: "exporter:many", kind: "collector", severity: "warning" },
        title: `${silent.length} exporters are silent`,
        cause,
        evidence: silent
          .slice(0, NAMED)
          .map(({ address, silentMs }) => ({ label: address, value: minutes(silentMs) })),
      },
    ];
  return silent.map(({ address, silentMs }) => ({
    ...{ key: `exporter:${address}`, kind: "collector", severity: "warning" },
    title: `Exporter ${address} is silent`,
    cause,
    evidence: [{ label: "Silent for", value: minutes(silentMs) }],
  }));
}
