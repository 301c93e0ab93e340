import { Badge, Panel } from "@p4twin/ui";
import { formatBytes, formatDateTime, formatSignificant, MISSING } from "@p4twin/ui/format";
import { type Fact, FactList } from "./FactList.tsx";
import { databaseVerdict } from "./stateWords.ts";
import type { SystemState } from "./useSystem.ts";

/** PostgreSQL, and the broker where there is one. */
export function DatabasePanel({ state: { database, broker } }: { state: SystemState }) {
  const verdict = databaseVerdict(database);
  const {
    version,
    kind,
    latencyMs,
    connectionsUsed,
    connectionsMax,
    sizeBytes,
    startedAt,
    cuts,
    reason,
    restarts,
    lastLoss,
  } = database;
  const facts: Fact[] = [
    [
      "Server",
      `PostgreSQL ${version ?? "of unknown version"}, ${kind === "embedded" ? "started by P4Twin" : "external"}`,
    ],
    ["Runs since", startedAt ? formatDateTime(Date.parse(startedAt)) : MISSING],
    ["Answers within", latencyMs === null ? MISSING : `${formatSignificant(latencyMs)} ms`],
    [
      "Connections",
      connectionsUsed === null || connectionsMax === null
        ? MISSING
        : `${connectionsUsed} of ${connectionsMax}`,
    ],
    ["Stored", formatBytes(sizeBytes)],
    ["Ended our connection", cuts === null ? MISSING : `${cuts} times since the pages run`],
    ...(restarts === null ? [] : [["Started again by P4Twin", `${restarts} times`] as const]),
    ...(lastLoss
      ? [["Ended last", `${formatDateTime(Date.parse(lastLoss.at))}: ${lastLoss.cause}`] as const]
      : []),
    ...(reason ? [["Says", reason] as const] : []),
    [
      "NATS",
      broker === null
        ? "not used: the processes are on one machine"
        : `${broker.connected ? "connected" : "away"}, ${broker.reconnects} reconnections`,
    ],
  ];
  return (
    <Panel title="Database" actions={<Badge tone={verdict.tone}>{verdict.word}</Badge>}>
      <FactList facts={facts} />
    </Panel>
  );
}
