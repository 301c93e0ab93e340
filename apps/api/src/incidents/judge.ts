import type { Condition, IncidentKind } from "../cluster/incident.ts";
import { brokerConditions } from "./conditions/broker.ts";
import { createClockConditions } from "./conditions/clock.ts";
import { createCollectorConditions } from "./conditions/collector.ts";
import { databaseConditions } from "./conditions/database.ts";
import { diskConditions } from "./conditions/disk.ts";
import { createPartConditions } from "./conditions/parts.ts";
import { createProcessConditions } from "./conditions/process.ts";
import { silentExporterConditions } from "./conditions/silentExporters.ts";
import { createSpoolConditions } from "./conditions/spool.ts";
import type { Facts } from "./facts.ts";

/** What follows from what: nobody is woken twice for one cause. */
const EXPLAINS: Partial<Record<IncidentKind, readonly IncidentKind[]>> = {
  // a collector that was away has datagrams waiting, and some were too many
  process: ["collector"],
  disk: ["spool", "database"],
};
/** For so long after its cause was there, something is a consequence (our choice). */
const EXPLAINED_MS = 10_000;

/** Everything that is wrong now. Remembers what it has seen: give it one look after the other. */
export function createJudge(): (facts: Facts) => Condition[] {
  const parts = [
    brokerConditions,
    diskConditions,
    createPartConditions(),
    createProcessConditions(),
    databaseConditions,
    createClockConditions(),
    createSpoolConditions(),
    createCollectorConditions(),
    silentExporterConditions,
  ];
  const explainedUntilMs = new Map<IncidentKind, number>();
  return (facts) => {
    const all = parts.flatMap((part) => part(facts));
    for (const { kind } of all)
      for (const follows of EXPLAINS[kind] ?? [])
        explainedUntilMs.set(follows, facts.monotonicMs + EXPLAINED_MS);
    return all.filter(
      ({ kind }) => (explainedUntilMs.get(kind) ?? Number.NEGATIVE_INFINITY) < facts.monotonicMs,
    );
  };
}
