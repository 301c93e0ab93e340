import { createReadStream } from "node:fs";
import { readCapture } from "@p4twin/models/telemetry";
import type { z } from "zod";
import type { Component } from "../components.ts";
import { DomainError } from "../errors.ts";
import { found } from "../shared/service.ts";
import { createWallClock } from "../shared/wallClock.ts";
import { foundPorts, withFoundPorts } from "./foundPorts.ts";
import { startReading } from "./reader.ts";
import { receiveCapture } from "./receive.ts";
import { createCaptureRoom } from "./room.ts";
import { type CaptureDeps, createCaptureRuns } from "./runs.ts";
import type { beginInputSchema, Capture, CaptureList, CaptureSettings, CaptureSummary } from "./schema.ts";
import { unpack } from "./unpack.ts";

/** A process that gave no sign for this long is dead (our choice: ten beats and a slow database). */
const SILENT_MS = 60_000;
const LOOK_EVERY_MS = 20_000;
/** Windows of a run that was removed may still come out of a queue or a spool for so long (our choice). */
const LATE_MS = 86_400_000;

type UnderWay = "receiving" | "reading";

/** Why a file is no capture at all, in a sentence; null when something was read. */
function unreadable({ frames, problems }: CaptureSummary): string | null {
  const error = problems.find((p) => p.severity === "error");
  return frames === 0 && error ? `The file cannot be read: ${error.message}.` : null;
}

/** Captures: uploaded, read as they arrive, kept within bounds, and taken through the pipeline of a deployment. */
export function createCaptureService(deps: CaptureDeps) {
  const { store, files, limits, clock, log } = deps;
  const { uploads, runs } = deps.underWay;
  const get = async (id: string): Promise<Capture> => found(await store.get(id), "capture", id);

  const { checkDisk, whyBroken, checkRoom } = createCaptureRoom(deps);

  /** Stores what was read, or that it was of no use. */
  const settle = async (id: string, from: UnderWay, summary: CaptureSummary, settings?: CaptureSettings) => {
    const failure = unreadable(summary);
    const { frames } = summary;
    if (failure === null)
      await store.move(id, [from], { state: "ready", failure, frames, summary, settings });
    else {
      await files.remove(id);
      await store.move(id, [from], { state: "failed", failure, frames, summary, bytes: 0 });
    }
  };

  /** Reads a stored capture, with signs of life until it is read. */
  const readStored = (
    id: string,
    settings: CaptureSettings,
    state: UnderWay,
    signal: AbortSignal,
  ): Promise<CaptureSummary> => {
    let frames = 0;
    const reading = startReading({ settings, path: files.path(id) }, (n) => {
      frames = n;
    });
    const beat = setInterval(() => {
      store
        .move(id, [state], { state, frames })
        .then((still) => still || reading.cancel())
        .catch((error: unknown) => log.warn({ error, id }, "progress could not be stored"));
    }, 1_000);
    signal.addEventListener("abort", reading.cancel, { once: true });
    return reading.result.finally(() => clearInterval(beat));
  };

  /** What an upload holds, with the ports that carry reports although nobody named them. */
  const settleUpload = async (
    id: string,
    settings: CaptureSettings,
    summary: CaptureSummary,
    signal: AbortSignal,
  ): Promise<void> => {
    const found = foundPorts(settings, summary);
    if (found.length === 0) return settle(id, "receiving", summary);
    const all = { ...settings, ports: [...settings.ports, ...found.map(({ port }) => port)] };
    const again = await readStored(id, all, "receiving", signal);
    await settle(id, "receiving", withFoundPorts(again, found), all);
  };

  let clockSetMs = Number.NEGATIVE_INFINITY;
  const watched = createWallClock(undefined, () => {
    clockSetMs = performance.now();
  });
  const giveUp = async (): Promise<void> => {
    watched.steadyMs();
    // the last signs of life were stamped before the clock was set: they are not old
    if (performance.now() - clockSetMs < SILENT_MS) return;
    const before = new Date(Date.now() - SILENT_MS);
    const lost = await store.giveUpSilent(
      before,
      "The server ended while this was under way. Start it again.",
    );
    for (const id of lost) await files.remove(id);
    await store.sweepRemoved(new Date(Date.now() - LATE_MS));
  };
  let timer: NodeJS.Timeout | null = null;

  return {
    async list(): Promise<CaptureList> {
      const [captures, usedBytes] = await Promise.all([store.list(), store.usedBytes()]);
      return { captures, usedBytes, maxTotalBytes: limits.maxTotalBytes, maxFileBytes: limits.maxFileBytes };
    },
    get,
    ...createCaptureRuns(deps, get),

    /** The first frames of a capture, `most` at most, whatever they hold. */
    async frames(id: string, most: number): Promise<Uint8Array[]> {
      const { state } = await get(id);
      if (state !== "ready") throw new DomainError("conflict", "This capture is not read yet; wait for it.");
      const frames: Uint8Array[] = [];
      for await (const item of readCapture(unpack(createReadStream(files.path(id))))) {
        if (item.kind === "frame") frames.push(item.data.slice());
        if (frames.length >= most) break;
      }
      return frames;
    },

    /** Makes room for a capture whose bytes follow. */
    async begin(input: z.output<typeof beginInputSchema> & { by: string | null }): Promise<Capture> {
      await checkRoom(input.bytes ?? 0);
      return get(await store.create({ name: input.name, settings: input.settings, createdBy: input.by }));
    },

    /** Takes the bytes of a capture and reads them as they come. Throws when they break off or pass a bound. */
    async receive(id: string, body: AsyncIterable<Uint8Array>): Promise<Capture> {
      const { settings } = await get(id);
      await checkRoom(0);
      if (!(await store.move(id, ["waiting"], { state: "receiving" })))
        throw new DomainError("conflict", "The bytes of this capture have come already. Begin a new one.");
      const abort = new AbortController();
      uploads.set(id, abort);
      try {
        const free = limits.maxTotalBytes - (await store.usedBytes());
        const maxBytes = Math.min(limits.maxFileBytes, free);
        const summary = await receiveCapture(
          body,
          { id, settings, maxBytes },
          { files, store, signal: abort.signal, checkRoom: () => checkDisk("uploads") },
        );
        await settleUpload(id, settings, summary, abort.signal);
      } catch (error) {
        const broken = whyBroken(error);
        // where this cannot be stored now, its row is given up later
        await Promise.allSettled([
          files.remove(id),
          store.move(id, ["receiving"], { state: "failed", failure: broken.message, bytes: 0 }),
        ]);
        // a sender that went away is no error of ours
        if (broken !== error) log.info({ error, id }, "an upload broke off");
        throw broken;
      } finally {
        uploads.delete(id);
      }
      return get(id);
    },

    /** Ends an upload or a reading; the bytes of an unfinished upload go. */
    async cancel(id: string): Promise<Capture> {
      await get(id);
      if (await store.move(id, ["waiting", "receiving"], { state: "cancelled", bytes: 0 })) {
        uploads.get(id)?.abort();
        await files.remove(id);
      } else if (await store.move(id, ["reading"], { state: "ready" })) uploads.get(id)?.abort();
      return get(id);
    },

    /** Reads a stored capture once more, with other ports or another dialect. Answers at once. */
    async reread(id: string, settings: CaptureSettings): Promise<Capture> {
      await get(id);
      if (
        !(await store.move(id, ["ready", "failed"], { state: "reading", settings, frames: 0, failure: null }))
      )
        throw new DomainError("conflict", "This capture is not complete, so it cannot be read again.");
      const abort = new AbortController();
      uploads.set(id, abort);
      readStored(id, settings, "reading", abort.signal)
        .then((summary) => settle(id, "reading", summary))
        .catch((error: unknown) => {
          const failure = error instanceof Error ? error.message : String(error);
          return store.move(id, ["reading"], { state: "failed", failure });
        })
        .catch((error: unknown) => log.error({ error, id }, "a capture could not be read again"))
        .finally(() => uploads.delete(id));
      return get(id);
    },

    /** Deletes the file and forgets its runs wholly: the windows that they have stored are taken out of the twins. */
    async remove(id: string): Promise<void> {
      await get(id);
      uploads.get(id)?.abort();
      for (const r of await store.runs({ captureId: id })) if (r.state === "running") runs.get(r.id)?.stop();
      await store.remove(id, clock());
      await files.remove(id);
    },

    /**
     * What goes on in the background: gives up what a dead process left, takes out what came late, ends runs
     * when the server stops.
     */
    component: {
      name: "captures",
      async start() {
        timer = setInterval(() => {
          giveUp().catch((error: unknown) => log.warn({ error }, "captures could not be looked through"));
        }, LOOK_EVERY_MS);
        await giveUp();
      },
      async stop() {
        if (timer) clearInterval(timer);
        for (const abort of uploads.values()) abort.abort();
        const handles = [...runs.values()];
        for (const handle of handles) handle.stop();
        await Promise.allSettled(handles.map((h) => h.ended));
      },
    } satisfies Component,
  };
}
export type CaptureService = ReturnType<typeof createCaptureService>;
