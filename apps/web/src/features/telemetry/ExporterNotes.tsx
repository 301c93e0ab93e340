import { deviationSentence } from "@p4twin/models/telemetry";
import { Alert } from "@p4twin/ui";
import { formatCountExact } from "@p4twin/ui/format";
import type { ExporterState } from "./useTelemetry.ts";

const SYMBOL = { ns: "ns", us: "µs" } as const;
const BASIS = {
  settings: "set",
  evidence: "by its reports",
  assumed: "assumed",
  doubtful: "not certain",
} as const;

/** What an exporter's times count, in a few words. */
export function unitFact(units: ExporterState["units"]): string {
  if (units === null) return "unknown";
  const { timestamp, latency, basis } = units;
  const both = timestamp === latency ? SYMBOL[latency] : `${SYMBOL[timestamp]}, latencies ${SYMBOL[latency]}`;
  return basis === "doubtful" ? BASIS.doubtful : `${both} (${BASIS[basis]})`;
}

/** Asks for the unit where the reports do not settle it; where they show microseconds, says by what. */
export function UnitAlert({ units, className }: { units: ExporterState["units"]; className?: string }) {
  if (units?.basis === "doubtful")
    return (
      <Alert tone="warn" title="What do its times count?" className={className}>
        Its reports are not measured until that is certain: {units.evidence}. Choose its dialect in{" "}
        <em>Settings</em>.
      </Alert>
    );
  if (units?.basis !== "evidence" || (units.timestamp === "ns" && units.latency === "ns")) return null;
  return (
    <Alert tone="info" title="Units read from its reports" className={className}>
      {units.evidence}. If that is wrong, choose its dialect in <em>Settings</em>.
    </Alert>
  );
}

/** What an exporter does against the specification, with the sentence that its maker could be sent. */
export function Deviations({
  counts,
  reports,
  className,
}: {
  counts: ExporterState["deviations"];
  reports: number;
  className?: string;
}) {
  const named = Object.entries(counts);
  if (named.length === 0) return null;
  return (
    <Alert tone="warn" title="Its reports deviate from the specification" className={className}>
      <ul>
        {named.map(([name, count]) => (
          <li key={name}>
            {formatCountExact(count)} of {formatCountExact(reports)}: {deviationSentence(name) ?? name}{" "}
            <code className="font-mono">{name}</code>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
