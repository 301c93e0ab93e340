import pg from "pg";
import type { SystemProcess } from "../../src/system/schema.ts";
import type { TelemetryState } from "../../src/telemetry/schema.ts";
import type { Client } from "./client.ts";

/** Every counter of the way from the switch to the database, at one moment. */
export type Account = {
  /** when the collector said so */
  atMs: number;
  /** the collector's process: one that was started anew counts from zero */
  collectorPid: number | null;
  arrived: number;
  kernelDropped: number;
  refused: number;
  /** of all exporters */
  heard: number;
  queueDropped: number;
  received: number;
  decoded: number;
  undecodable: number;
  reports: number;
  matched: number;
  unmatched: number;
  recorded: number;
  windowsQueued: number;
  windowsDropped: number;
  /** in the database: reports of whole segments, and windows */
  storedReports: number;
  storedWindows: number;
  /** windows of one collector for the same segment and second */
  twice: number;
};

/** What the API and the database say; null while one of them does not answer. */
export async function readAccount(client: Client, databaseUrl: string): Promise<Account | null> {
  const db = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 3_000 });
  db.on("error", () => {});
  try {
    const state = await client.get<TelemetryState | null>("/telemetry");
    if (!state) return null;
    const processes = await client.get<SystemProcess[]>("/system/processes");
    await db.connect();
    const { rows } = await db.query<{ reports: string; windows: string; twice: string }>(
      `SELECT coalesce(sum(count + dropped), 0) AS reports, count(*) AS windows,
        count(*) - count(DISTINCT (deployment_id, segment_id, start, collector_id)) AS twice
        FROM segment_window WHERE part = 0`,
    );
    const sum = (of: (e: TelemetryState["exporters"][number]) => number): number =>
      state.exporters.reduce((n, e) => n + of(e), 0);
    const [stored] = rows;
    return {
      atMs: state.atMs,
      collectorPid: processes.find((p) => p.roles.includes("collector"))?.pid ?? null,
      ...{ arrived: state.arrived, kernelDropped: state.kernelDropped ?? 0, refused: state.refused },
      heard: sum((e) => e.arrived),
      queueDropped: sum((e) => e.queueDropped + e.limited + e.sampledOut),
      ...{ received: sum((e) => e.received), decoded: sum((e) => e.decoded) },
      ...{ undecodable: sum((e) => e.undecodable), reports: sum((e) => e.reports) },
      ...{ matched: sum((e) => e.matched), unmatched: sum((e) => e.unmatched) },
      recorded: sum((e) => e.recorded),
      ...{ windowsQueued: state.writer.queued, windowsDropped: state.writer.dropped },
      ...{ storedReports: Number(stored.reports), storedWindows: Number(stored.windows) },
      twice: Number(stored.twice),
    };
  } catch {
    return null;
  } finally {
    await db.end().catch(() => {});
  }
}

/** The last seconds in the database as people read them, for an account that does not balance. */
export async function lastSeconds(databaseUrl: string): Promise<string[]> {
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  const { rows } = await db.query(
    `SELECT collector_id AS collector, start, count(*) AS windows, sum(count) AS reports, min(sequence) AS first, max(sequence) AS last
      FROM segment_window WHERE part = 0 GROUP BY 1, 2 ORDER BY max(sequence) DESC, start LIMIT 20`,
  );
  await db.end();
  return rows.map(
    (r) =>
      `  ${r.start.toISOString()} by ${r.collector.slice(0, 8)}: ${r.reports} in ${r.windows} windows, ${r.first} to ${r.last}`,
  );
}

export type Sent = { sent: number; lost: number };
/** What a run has cost, and where its accounts do not balance. */
export type Balance = { lostReports: number; lostWindows: number; wrong: string[] };

/**
 * Compares two quiet moments with what was sent between them. A collector that died takes the windows in
 * progress with it: at most what was sent from the second that was open to its return, `atRisk`. Everything
 * else is exact.
 */
export function balanceOf(before: Account, after: Account, sent: Sent, atRisk: number): Balance {
  const wrong: string[] = [];
  const must = (what: string, a: number, b: number): void => {
    if (a !== b) wrong.push(`${what}: ${a} is not ${b}`);
  };
  const anew = before.collectorPid !== after.collectorPid;
  const from = anew ? null : before;
  const grown = (of: (a: Account) => number): number => of(after) - (from ? of(from) : 0);
  must(
    "arrived = heard + refused",
    grown((a) => a.arrived),
    grown((a) => a.heard + a.refused),
  );
  must(
    "heard = left out + received",
    grown((a) => a.heard),
    grown((a) => a.queueDropped + a.received),
  );
  must(
    "received = decoded + undecodable",
    grown((a) => a.received),
    grown((a) => a.decoded + a.undecodable),
  );
  must(
    "reports = matched + unmatched",
    grown((a) => a.reports),
    grown((a) => a.matched + a.unmatched),
  );
  must("windows twice", after.twice, 0);
  const came = sent.sent - sent.lost;
  const stored = after.storedReports - before.storedReports;
  const lostWindows = after.windowsDropped - (from?.windowsDropped ?? 0);
  if (!anew)
    must(
      "sent = arrived + dropped by the kernel",
      came,
      grown((a) => a.arrived + a.kernelDropped),
    );
  const counted = grown((a) => a.kernelDropped + a.refused + a.queueDropped + a.undecodable + a.unmatched);
  const lostReports = came - counted - stored;
  if (lostReports < 0) wrong.push(`${-lostReports} more reports are stored than were sent`);
  else if (anew && lostReports > atRisk)
    wrong.push(`${lostReports} reports are lost; the open windows held ${atRisk} at most`);
  else if (!anew && lostReports > 0 && lostWindows === 0)
    wrong.push(`${lostReports} reports are neither stored nor counted`);
  return { lostReports: Math.max(0, lostReports), lostWindows: Math.max(0, lostWindows), wrong };
}
