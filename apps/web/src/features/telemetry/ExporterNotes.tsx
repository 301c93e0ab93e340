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

const both = (timestamp: keyof typeof SYMBOL, latency: keyof typeof SYMBOL): string =>
  timestamp === latency ? SYMBOL[latency] : `${SYMBOL[timestamp]}, latencies ${SYMBOL[latency]}`;

/** What an exporter's times count, in a few words. */
export function unitFact(units: ExporterState["units"]): string {
  if (units === null) return "unknown";
  const { timestamp, latency, basis } = units;
  if (basis === "mixed") return "differs by node";
  return basis === "doubtful" ? BASIS.doubtful : `${both(timestamp, latency)} (${BASIS[basis]})`;
}

function NodesAlert({
  units,
  className,
}: {
  units: NonNullable<ExporterState["units"]>;
  className?: string;
}) {
  const open = units.byNode.filter(({ timestamp, latency }) => timestamp === null || latency === null);
  const known = units.byNode.flatMap(({ nodeIds, timestamp, latency }) =>
    timestamp === null || latency === null ? [] : [`${nodeIds.join(", ")}: ${both(timestamp, latency)}`],
  );
  const nodes = open.flatMap(({ nodeIds }) => nodeIds).join(", ");
  return (
    <Alert
      tone={open.length > 0 ? "warn" : "info"}
      title="Its nodes count different units"
      className={className}
    >
      {known.length > 0 && `By their reports, node ${known.join("; ")}. `}
      {open.length > 0 && `Reports that cross node ${nodes} are not measured until its unit is certain. `}A
      path over nodes that differ is not measured: have each sink report from an address of its own, or choose
      a dialect in <em>Settings</em>.
    </Alert>
  );
}

/** Asks for the unit where the reports do not settle it; where they show microseconds, says by what. */
export function UnitAlert({ units, className }: { units: ExporterState["units"]; className?: string }) {
  if (units?.basis === "mixed") return <NodesAlert units={units} className={className} />;
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

/** Elements of its records that P4Twin does not read, raw: by enterprise and number, as IPFIX names them. */
export function RawElements({
  elements,
  className,
}: {
  elements: ExporterState["rawElements"];
  className?: string;
}) {
  const named = Object.entries(elements);
  if (named.length === 0) return null;
  return (
    <details className={className}>
      <summary className="cursor-pointer text-ink-2">
        {formatCountExact(named.length)} IPFIX {named.length === 1 ? "element is" : "elements are"} not read
        here, kept raw
      </summary>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 pt-1 font-mono text-xs">
        {named.map(([name, hex]) => (
          <div key={name} className="contents">
            <dt className="text-ink-2">{name}</dt>
            <dd className="break-all">{hex === "" ? "empty" : hex}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
