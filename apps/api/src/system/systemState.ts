import type { Statement } from "../cluster/statements.ts";
import type { Supervision } from "../cluster/supervision.ts";
import type { DatabaseLook } from "../database/watch.ts";
import type { DiskState } from "../disk/guard.ts";
import { defaultSpoolConfig } from "../spool/spool.ts";
import type { Queue, Status, SystemState } from "./schema.ts";

const instant = (ms: number): string => new Date(ms).toISOString();

const nameOf = (s: Statement): string => s.roles.join("+");

/** The queues of a process, as it counts them. */
const queuesOf = (s: Statement): Queue[] => [
  // pages replay captures: that makes windows too
  ...(s.outbox && (s.roles.includes("collector") || s.roles.includes("http"))
    ? [
        {
          ...{ id: `${s.processId}:spool`, where: nameOf(s) },
          title: s.roles.includes("collector")
            ? "Closed windows on their way to storage"
            : "Windows of replayed captures",
          ...({ fill: s.outbox.queued, bound: null, unit: "windows", dropped: s.outbox.dropped } as const),
          atBound: `beyond ${defaultSpoolConfig.maxBytes / 1024 ** 3} GiB on disk the oldest go, counted`,
        },
      ]
    : []),
  ...(s.collector
    ? [
        {
          ...{ id: `${s.processId}:decode`, title: "Datagrams between socket and decoder", where: nameOf(s) },
          ...({ fill: null, bound: null, unit: "messages" } as const),
          dropped: s.collector.exporters.reduce((sum, e) => sum + e.queueDropped, 0),
          atBound: "the exporter with the most waiting loses its own, counted",
        },
        {
          ...{ id: `${s.processId}:kernel`, title: "Receive buffers of the kernel", where: nameOf(s) },
          fill: null,
          bound: s.collector.ports.reduce((sum, p) => sum + p.sockets * p.grantedBufferBytes, 0),
          ...({ unit: "bytes", dropped: s.collector.kernelDropped } as const),
          atBound: "the kernel drops what comes, counted",
        },
      ]
    : []),
];

/** The clocks of the collectors' machines together: all steps, and the last of them. */
function clockOf(statements: readonly Statement[]): SystemState["clock"] {
  const clocks = statements.flatMap((s) => s.collector?.clock ?? []);
  if (clocks.length === 0) return null;
  const [last] = clocks
    .flatMap(({ lastStepMs, lastStepAtMs }) =>
      lastStepMs === null || lastStepAtMs === null ? [] : [{ at: instant(lastStepAtMs), byMs: lastStepMs }],
    )
    .sort((a, b) => (a.at < b.at ? 1 : -1));
  return { steps: clocks.reduce((n, c) => n + c.steps, 0), lastStep: last ?? null };
}

type Parts = {
  at: Date;
  databaseKind: Status["database"]["kind"];
  database: DatabaseLook | null;
  statements: readonly Statement[];
  brokerConnected: boolean | null;
  supervision: Supervision | null;
  disk: DiskState | null;
};

/** The parts beneath the product as its processes and the last look at the database say. */
export function toSystemState(parts: Parts): SystemState {
  const { at, databaseKind, database, statements, brokerConnected, supervision, disk } = parts;
  const sum = (of: (s: Statement) => number): number => statements.reduce((n, s) => n + of(s), 0);
  const lost = statements
    .flatMap((s) => s.outbox?.interruption ?? [])
    .sort((a, b) => b.lastSignMs - a.lastSignMs)[0];
  return {
    at: at.toISOString(),
    supervisor: supervision && {
      startedAt: instant(supervision.startedMs),
      refusedMessages: supervision.refusedMessages,
    },
    database: {
      state: database?.state ?? null,
      reason: database?.reason ?? null,
      kind: databaseKind,
      version: database?.version ?? null,
      latencyMs: database?.latencyMs ?? null,
      connectionsUsed: database?.connections?.used ?? null,
      connectionsMax: database?.connections?.max ?? null,
      sizeBytes: database?.sizeBytes ?? null,
      startedAt: database?.serverStartedMs ? instant(database.serverStartedMs) : null,
      cuts: database?.cuts ?? null,
      restarts: supervision?.database?.restarts ?? null,
      lastLoss: supervision?.database?.lastLoss
        ? {
            at: instant(supervision.database.lastLoss.atMs),
            cause: supervision.database.lastLoss.cause,
          }
        : null,
    },
    disk: disk && {
      step: disk.step,
      since: instant(disk.sinceMs),
      ...{ freeBytes: disk.freeBytes, totalBytes: disk.totalBytes, refused: disk.refused },
      error: disk.error?.words ?? null,
    },
    clock: clockOf(statements),
    broker:
      brokerConnected === null
        ? null
        : { connected: brokerConnected, reconnects: sum((s) => s.link.reconnects) },
    spool: {
      windowsWaiting: sum((s) => s.outbox?.queued ?? 0),
      windowsDropped: sum((s) => (s.outbox?.dropped ?? 0) + (s.writer?.dropped ?? 0)),
      diskBytes: sum((s) => s.outbox?.spool?.diskBytes ?? 0),
      windowsHeld: sum((s) => s.outbox?.spool?.held.rows ?? 0),
      damagedRecords: sum((s) => s.outbox?.spool?.damaged.records ?? 0),
      failures: sum((s) => (s.outbox?.failures ?? 0) + (s.writer?.failures ?? 0)),
      interruption: lost ? { lastSignAt: instant(lost.lastSignMs), windows: lost.rows } : null,
    },
    queues: statements.flatMap(queuesOf),
  };
}
