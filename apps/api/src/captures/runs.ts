import type { Bus } from "../bus/bus.ts";
import type { ExporterSettings } from "../collector/settings.ts";
import type { DeploymentService } from "../deployments/service.ts";
import { DomainError } from "../errors.ts";
import type { Log } from "../observability/log.ts";
import { type Clock, found } from "../shared/service.ts";
import { toBindings } from "../telemetry/bindings.ts";
import type { CaptureFiles } from "./files.ts";
import { inferredClocks, settledExporters } from "./inferredClocks.ts";
import { type CaptureDisk, type CaptureLimits, createCaptureRoom } from "./room.ts";
import { type RunHandle, startRun } from "./run.ts";
import type { Capture, CaptureRun, RunInput } from "./schema.ts";
import type { CaptureStore } from "./store.ts";

/** Runs at a time in this process (our choice): each takes a core while it is fast. */
const MAX_RUNS = 4;
/** A capture that is filled into the past may not reach further back than windows are kept. */
const MAX_SPAN_NS = 7n * 86_400n * 1_000_000_000n;

/** What captures and their runs need. */
export type CaptureDeps = {
  store: CaptureStore;
  files: CaptureFiles;
  limits: CaptureLimits;
  deployments: DeploymentService;
  /** what the owner has set for exporters */
  exporters(): readonly ExporterSettings[];
  bus: Bus;
  /** absent: a disk that takes everything */
  disk?: CaptureDisk;
  clock: Clock;
  log: Log;
  /** what is under way in this process, of all workspaces */
  underWay: CapturesUnderWay;
};
export type CapturesUnderWay = { uploads: Map<string, AbortController>; runs: Map<string, RunHandle> };

/** Runs of captures through the pipeline of a deployment; `get` finds a capture, or throws. */
export function createCaptureRuns(deps: CaptureDeps, get: (id: string) => Promise<Capture>) {
  const { store, files, deployments, bus, clock, log } = deps;
  const { runs } = deps.underWay;
  const run = async (id: string): Promise<CaptureRun> => found(await store.run(id), "run", id);
  const { checkDisk } = createCaptureRoom(deps);

  return {
    run,
    runs: store.runs,

    /** Takes a capture through the pipeline with the segments of one deployment. Answers when it has begun. */
    async start(input: RunInput & { by: string | null }): Promise<CaptureRun> {
      const { by, ...wanted } = input;
      if (input.mode !== "analyse") checkDisk("replays");
      const [capture, deployment] = await Promise.all([
        get(input.captureId),
        deployments.get(input.deploymentId),
      ]);
      const { summary } = capture;
      if (capture.state !== "ready" || !summary)
        throw new DomainError("conflict", "This capture is not read yet. Wait until it is ready.");
      if (summary.datagrams === 0)
        throw new DomainError(
          "conflict",
          "This capture holds no datagram to its report ports. Change the ports and read it again.",
        );
      if (deployment.segments.length === 0)
        throw new DomainError("conflict", "This deployment has no segments. Bind some first.");
      const { firstNs, lastNs } = summary;
      if (firstNs && lastNs && BigInt(lastNs) - BigInt(firstNs) > MAX_SPAN_NS && input.mode === "fill")
        throw new DomainError("bad_input", "The capture spans more than a week. Cut it, or replay it.");
      if (runs.size >= MAX_RUNS)
        throw new DomainError(
          "conflict",
          `${MAX_RUNS} captures are being replayed already. Wait, or cancel one.`,
        );
      const progress = { fraction: 0, datagrams: 0, windows: 0 };
      const runId = await store.createRun({ ...wanted, progress, createdBy: by });
      const handle = startRun(
        {
          runId,
          path: files.path(capture.id),
          settings: capture.settings,
          datagrams: summary.datagrams,
          firstNs,
          lastNs,
          // a paused deployment takes nothing of its switches, but a replay was asked for
          bindings: toBindings(
            [{ ...deployment, status: "active" }],
            inferredClocks(summary, deps.exporters()),
          ),
          exporters: settledExporters(summary, deps.exporters()),
          mode: input.mode,
          speed: input.speed ?? 1,
        },
        { store, bus, now: clock },
      );
      runs.set(runId, handle);
      handle.ended
        .catch((error: unknown) => log.error({ error, runId }, "the end of a run could not be stored"))
        .finally(() => runs.delete(runId));
      return run(runId);
    },

    /** Ends a run; the windows that it has stored stay. One of another process ends within a second. */
    async stopRun(id: string): Promise<CaptureRun> {
      const { state } = await run(id);
      const handle = runs.get(id);
      if (handle) {
        handle.stop();
        await handle.ended.catch(() => {});
      } else if (state === "running") await store.endRun(id, { state: "cancelled" }, clock());
      return run(id);
    },

    /** Forgets a run and takes its windows out of the twin. */
    async removeRun(id: string): Promise<void> {
      const found = await run(id);
      if (found.state === "running")
        throw new DomainError("conflict", "This run is under way. Cancel it first.");
      await store.removeRun(found, clock());
    },
  };
}
