import type { Pool } from "pg";
import type { z } from "zod";
import { Prisma } from "../database/client.ts";
import { toJson } from "../database/json.ts";
import type { Scope } from "../database/scope.ts";
import { takeOutWindows } from "../writer/takeOutWindows.ts";
import {
  type Capture,
  type CaptureEntry,
  type CaptureRun,
  type CaptureSettings,
  type CaptureState,
  type CaptureSummary,
  captureEntrySchema,
  captureSettingsSchema,
  captureSummarySchema,
  type RunInput,
  type RunProgress,
  type RunResult,
  runProgressSchema,
  runResultSchema,
  runSchema,
  type runStateSchema,
} from "./schema.ts";

/**
 * State of a run, or of a capture with its runs, that is hidden, while its last windows may still be on their way to
 * the database.
 */
const REMOVED = "removed";
/** How long windows of one second are kept by default. */
const KEPT_MS = 31 * 86_400_000;

type Row = Omit<Prisma.CaptureModel, "summary">;
const runIncludes = {
  capture: { select: { name: true } },
  deployment: { select: { name: true } },
} satisfies Prisma.CaptureRunInclude;
type RunRow = Prisma.CaptureRunGetPayload<{ include: typeof runIncludes }>;

export type RunOutcome = {
  state: z.infer<typeof runStateSchema>;
  progress?: RunProgress;
  result?: RunResult;
  failure?: string;
};

/** What a run found; runs of an earlier version have one field under its former name. */
const storedResult = (stored: unknown): RunResult => {
  const result = runResultSchema.parse(stored);
  return result.unmatchedReports.length > 0 ? result : { ...result, unmatchedReports: result.strangers };
};

const toRun = (row: RunRow): CaptureRun =>
  runSchema.parse({
    id: row.id,
    captureId: row.captureId,
    captureName: row.capture.name,
    deploymentId: row.deploymentId,
    deploymentName: row.deployment.name,
    mode: row.mode,
    speed: row.speed,
    state: row.state,
    progress: runProgressSchema.parse(row.progress),
    result: row.result === null ? null : storedResult(row.result),
    failure: row.failure,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  });

/** Rows of captures and of the runs through the pipeline. The bytes stand in files. */
export function createCaptureStore({ db, workspaceId }: Scope, pool: Pool) {
  const nameOf = async (ids: (string | null)[]): Promise<(id: string | null) => string | null> => {
    const where = { id: { in: ids.flatMap((id) => id ?? []) } };
    const users = await db.user.findMany({ where, select: { id: true, name: true } });
    const names = new Map(users.map((u) => [u.id, u.name]));
    return (id) => (id === null ? null : (names.get(id) ?? null));
  };
  const toEntry = (row: Row, by: string | null): CaptureEntry =>
    captureEntrySchema.parse({
      id: row.id,
      name: row.name,
      state: row.state,
      settings: captureSettingsSchema.parse(row.settings),
      bytes: Number(row.bytes),
      frames: Number(row.frames),
      failure: row.failure,
      createdAt: row.createdAt.toISOString(),
      createdBy: by,
    });

  /** Takes the windows of a run out of the twin; roll-ups of their periods become due again. */
  const takeOut = async (id: string): Promise<void> => {
    const row = await db.captureRun.findFirst({ where: { id } });
    if (!row) return;
    const result = row.result === null ? null : storedResult(row.result);
    // a run that was cut short does not say where its windows are: they are no older than windows get
    const from = new Date(result?.fromMs ?? row.createdAt.getTime() - KEPT_MS);
    const to = new Date(result?.toMs ?? Date.now());
    await takeOutWindows(pool, { deploymentId: row.deploymentId, from, to, collectorId: id });
  };

  return {
    async list(): Promise<CaptureEntry[]> {
      const rows = await db.capture.findMany({
        where: { workspaceId, state: { not: REMOVED } },
        omit: { summary: true },
        orderBy: { createdAt: "desc" },
      });
      const name = await nameOf(rows.map((r) => r.createdBy));
      return rows.map((row) => toEntry(row, name(row.createdBy)));
    },

    async get(id: string): Promise<Capture | null> {
      const row = await db.capture.findFirst({ where: { id, workspaceId, state: { not: REMOVED } } });
      if (!row) return null;
      const name = await nameOf([row.createdBy]);
      const summary = row.summary === null ? null : captureSummarySchema.parse(row.summary);
      return { ...toEntry(row, name(row.createdBy)), summary };
    },

    async create(capture: {
      name: string;
      settings: CaptureSettings;
      createdBy: string | null;
    }): Promise<string> {
      const data = { ...capture, settings: toJson(capture.settings), workspaceId };
      return (await db.capture.create({ data, select: { id: true } })).id;
    },

    /** Disk that captures take, those of other workspaces too: it is one disk. */
    async usedBytes(): Promise<number> {
      const { _sum } = await db.capture.aggregate({ _sum: { bytes: true } });
      return Number(_sum.bytes ?? 0);
    },

    /**
     * Moves a capture on; false when it is no longer in one of the states `from` (cancelled, removed, taken
     * by another).
     */
    async move(
      id: string,
      from: readonly CaptureState[],
      change: {
        state: CaptureState;
        settings?: CaptureSettings;
        summary?: CaptureSummary;
        failure?: string | null;
        bytes?: number;
        frames?: number;
      },
    ): Promise<boolean> {
      const { settings, summary, ...rest } = change;
      const { count } = await db.capture.updateMany({
        where: { id, workspaceId, state: { in: [...from] } },
        data: {
          ...rest,
          ...(settings ? { settings: toJson(settings) } : {}),
          ...(summary ? { summary: toJson(summary) } : {}),
          beatAt: new Date(),
        },
      });
      return count > 0;
    },

    /**
     * Hides a capture with its runs and takes their windows out of the twin; `sweepRemoved` takes out what came later
     * and forgets the rows.
     */
    async remove(id: string, now: Date): Promise<void> {
      const hidden = { state: REMOVED, bytes: 0, summary: Prisma.DbNull, beatAt: now };
      const { count } = await db.capture.updateMany({ where: { id, workspaceId }, data: hidden });
      if (count === 0) return;
      const runs = await db.captureRun.findMany({ where: { captureId: id }, select: { id: true } });
      await db.captureRun.updateMany({ where: { captureId: id }, data: { state: REMOVED, finishedAt: now } });
      for (const run of runs) await takeOut(run.id);
    },

    async createRun(run: RunInput & { progress: RunProgress; createdBy: string | null }): Promise<string> {
      const data = { ...run, progress: toJson(run.progress) };
      return (await db.captureRun.create({ data, select: { id: true } })).id;
    },

    async runs(where: { captureId?: string; deploymentId?: string }): Promise<CaptureRun[]> {
      const rows = await db.captureRun.findMany({
        where: { ...where, state: { not: REMOVED }, capture: { workspaceId } },
        include: runIncludes,
        orderBy: { createdAt: "desc" },
        take: 50,
      });
      return rows.map(toRun);
    },

    async run(id: string): Promise<CaptureRun | null> {
      const row = await db.captureRun.findFirst({
        where: { id, state: { not: REMOVED }, capture: { workspaceId } },
        include: runIncludes,
      });
      return row && toRun(row);
    },

    /** Says how far a run is, and that its process lives; false when it was ended from elsewhere. */
    async beatRun(id: string, progress: RunProgress): Promise<boolean> {
      const { count } = await db.captureRun.updateMany({
        where: { id, state: "running" },
        data: { progress: toJson(progress), beatAt: new Date() },
      });
      return count > 0;
    },

    async endRun(id: string, { state, progress, result, failure }: RunOutcome, now: Date): Promise<boolean> {
      const { count } = await db.captureRun.updateMany({
        where: { id, state: "running" },
        data: {
          state,
          finishedAt: now,
          ...(progress ? { progress: toJson(progress) } : {}),
          ...(result ? { result: toJson(result) } : {}),
          ...(failure ? { failure } : {}),
        },
      });
      return count > 0;
    },

    /**
     * Takes the windows of a run out of the twin; roll-ups of their periods become due again. Its last
     * windows may still be on their way to the database (queue, spool, stream), so the run is only hidden,
     * and `sweepRemoved` takes out what came after.
     */
    async removeRun({ id }: CaptureRun, now: Date): Promise<void> {
      await db.captureRun.updateMany({ where: { id }, data: { state: REMOVED, finishedAt: now } });
      await takeOut(id);
    },

    /** Takes out windows of removed runs that came late, and forgets the runs that were removed before `before`. */
    async sweepRemoved(before: Date): Promise<void> {
      const removed = await db.captureRun.findMany({
        where: { state: REMOVED },
        select: { id: true, finishedAt: true },
      });
      for (const { id, finishedAt } of removed) {
        await takeOut(id);
        if (finishedAt !== null && finishedAt < before) await db.captureRun.deleteMany({ where: { id } });
      }
      await db.capture.deleteMany({ where: { state: REMOVED, runs: { none: {} } } });
    },

    /**
     * What a process that died had in hand, by its last sign of life: fails it, and names the captures whose
     * file is of no use.
     */
    async giveUpSilent(before: Date, failure: string): Promise<string[]> {
      const silent = { beatAt: { lt: before } };
      const lost = await db.capture.findMany({
        where: { ...silent, state: { in: ["waiting", "receiving"] } },
        select: { id: true },
      });
      const ids = lost.map(({ id }) => id);
      await db.capture.updateMany({
        where: { id: { in: ids } },
        data: { state: "failed", failure, bytes: 0 },
      });
      await db.capture.updateMany({
        where: { ...silent, state: "reading" },
        data: { state: "failed", failure },
      });
      await db.captureRun.updateMany({
        where: { state: "running", beatAt: { lt: before } },
        data: { state: "failed", failure, finishedAt: new Date() },
      });
      return ids;
    },
  };
}
export type CaptureStore = ReturnType<typeof createCaptureStore>;
