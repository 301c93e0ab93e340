import type { Condition } from "../../cluster/incident.ts";
import type { DatabaseLook } from "../../database/watch.ts";
import type { Facts } from "../facts.ts";

/** A connection that was ended is shown for this long, so that somebody can see it (our choice). */
const CUT_SHOWN_MS = 3_000;
const WAITING = "Windows wait on disk and are stored when it is back; nothing received is lost.";

const WORDS: Record<Exclude<DatabaseLook["state"], "ok">, { title: string; cause: string }> = {
  unreachable: { title: "The database cannot be reached", cause: WAITING },
  silent: { title: "The database does not answer", cause: WAITING },
  full: {
    title: "The database has no free connection",
    cause: `Another program holds them, or max_connections is too low. ${WAITING}`,
  },
  "read-only": {
    title: "The database takes no writes",
    cause: `It is a replica, or default_transaction_read_only is on. ${WAITING}`,
  },
};

/** An end of the embedded server is news for this long. */
const LOSS_SHOWN_MS = 60_000;

const lossOf = (supervision: Facts["supervision"], nowMs: number) => {
  const loss = supervision?.database?.lastLoss;
  return loss && nowMs - loss.atMs < LOSS_SHOWN_MS ? [{ label: "The server ended", value: loss.cause }] : [];
};

/** One condition for the whole database: what it is worst at. */
export function databaseConditions({
  database,
  monotonicMs,
  statements,
  supervision,
  nowMs,
}: Facts): Condition[] {
  if (!database) return [];
  const { state, reason, connections, lastCut, cuts } = database;
  const queued = statements.reduce((sum, s) => sum + (s.outbox?.queued ?? 0), 0);
  const evidence = [
    ...(reason ? [{ label: "Said", value: reason }] : []),
    ...lossOf(supervision, nowMs),
    { label: "Windows waiting", value: String(queued) },
    ...(connections ? [{ label: "Connections", value: `${connections.used} of ${connections.max}` }] : []),
  ];
  if (state !== "ok")
    return [{ key: "database", kind: "database", severity: "critical", ...WORDS[state], evidence }];
  if (!lastCut || monotonicMs - lastCut.monotonicMs > CUT_SHOWN_MS) return [];
  return [
    {
      ...{ key: "database", kind: "database", severity: "warning" },
      title: "The database ended connections",
      cause: "They were opened again, and running statements were retried.",
      evidence: [
        { label: "Said", value: lastCut.reason },
        { label: "Times since the start", value: String(cuts) },
      ],
    },
  ];
}
