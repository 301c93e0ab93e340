import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { IncidentBoard } from "../cluster/incidentBoard.ts";
import type { Statement } from "../cluster/statements.ts";
import type { Supervision } from "../cluster/supervision.ts";
import type { Component } from "../components.ts";
import type { DatabaseLook } from "../database/watch.ts";
import type { DiskState } from "../disk/guard.ts";
import type { Log } from "../observability/log.ts";
import type { ProcessRole } from "../roles.ts";
import type { Clock } from "../shared/service.ts";
import { createIncidentBook, type IncidentChange, type Instant, MAX_ENTRIES } from "./book.ts";
import type { IncidentJournal } from "./journal.ts";
import { createJudge } from "./judge.ts";
import type { IncidentStore } from "./store.ts";

const defaultWatchConfig = {
  everyMs: 1_000,
  /** how long what is over is kept */
  keepDays: 400,
};

type Deps = {
  /** of this process */
  processId: string;
  roles: readonly ProcessRole[];
  statements(): readonly Statement[];
  supervision(): Supervision | null;
  database(): DatabaseLook | null;
  disk(): DiskState | null;
  /** false while the broker is away, null without one */
  brokerConnected(): boolean | null;
  store: Pick<IncidentStore, "list" | "prune">;
  journal: IncidentJournal;
  board: IncidentBoard;
  /** within which what comes back goes on in silence, ms */
  quietMs(): Promise<number>;
  clock: Clock;
  log: Log;
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/**
 * What the process before this one knew is waited for so long before anything is said: with the database away
 * nothing is known of it.
 */
const RESUME_WITHIN_MS = 2_000;
/** Used until the database has said what is set. */
const QUIET_MS = 300_000;
const SETTINGS_EVERY_MS = 10_000;

/**
 * Judges once a second whether something is wrong with the product, in one process of those with the role
 * `jobs`: the one of the least id among those that are heard. Needs no database: that is when it matters
 * most.
 */
export function createIncidentWatch(deps: Deps, config = defaultWatchConfig): Component {
  const { processId, statements, store, journal, board, clock, log } = deps;
  const judge = createJudge();
  const book = createIncidentBook(randomUUID);
  let timer: NodeJS.Timeout | null = null;
  let startedMs = 0;
  let resumed = false;
  let quietMs = QUIET_MS;
  let askedMs = Number.NEGATIVE_INFINITY;
  let prunedMs = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;

  const mayJudge = (): boolean =>
    statements().every((s) => !s.roles.includes("jobs") || s.ending || s.processId >= processId);

  const note = (changes: readonly IncidentChange[], { at }: Instant): void => {
    for (const change of changes) {
      const { title, cause, severity } = change.incident;
      log.warn({ incident: change.incident.id, severity, cause }, `incident ${change.what}: ${title}`);
      board.put(change.incident);
      journal.add(change, at);
    }
  };

  /** What only the database knows: asked aside, so that a database that hangs holds up nothing. */
  const ask = async (): Promise<void> => {
    if (!resumed) {
      const left = await store.list({ open: true, limit: MAX_ENTRIES });
      const known = [...left, ...(await store.list({ limit: MAX_ENTRIES }))];
      const instant = { monotonicMs: performance.now(), at: clock() };
      note(book.resume(known, instant), instant);
      resumed = true;
    }
    quietMs = await deps.quietMs();
    const now = performance.now();
    if (now - prunedMs < HOUR_MS) return;
    prunedMs = now;
    await store.prune(new Date(clock().getTime() - config.keepDays * DAY_MS));
  };

  const look = (): void => {
    const monotonicMs = performance.now();
    const at = clock();
    if (!asking && (!resumed || monotonicMs - askedMs > SETTINGS_EVERY_MS)) {
      askedMs = monotonicMs;
      asking = ask()
        .catch((error: unknown) => log.debug({ error }, "incidents of before are out of reach"))
        .finally(() => {
          asking = null;
        });
    }
    const conditions = judge({
      ...{
        monotonicMs,
        nowMs: at.getTime(),
        host: hostname(),
        judge: deps.roles.join("+"),
        statements: statements(),
      },
      ...{ disk: deps.disk(), supervision: deps.supervision() },
      ...{ database: deps.database(), brokerConnected: deps.brokerConnected() },
    });
    const mayTell = resumed || monotonicMs - startedMs > RESUME_WITHIN_MS;
    if (mayTell && mayJudge()) {
      const instant = { monotonicMs, at };
      note(book.step(conditions, { ...instant, quietMs }), instant);
    }
    void journal.flush();
  };

  return {
    name: "incidents",
    async start() {
      startedMs = performance.now();
      look();
      timer = setInterval(look, config.everyMs);
    },
    async stop() {
      if (timer) clearInterval(timer);
      await asking;
      await journal.flush();
    },
  };
}
