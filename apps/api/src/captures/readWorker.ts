// Thread that reads one capture: bytes as they are uploaded, or a stored file. Holds one chunk at a time.
import { createReadStream } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { assert } from "@p4twin/models/core";
import { readDatagrams } from "@p4twin/models/telemetry";
import type { FromReader, ReadTask, ToReader } from "./messages.ts";
import { CaptureReader } from "./summary.ts";
import { unpack } from "./unpack.ts";

const PROGRESS_MS = 200;

assert(parentPort, "readWorker runs in a worker thread");
const port = parentPort;
const task: ReadTask = workerData;
const say = (message: FromReader): void => port.postMessage(message);

/** The chunks that the parent sends; each is acknowledged when the next is asked for. */
async function* received(): AsyncGenerator<Uint8Array> {
  const waiting: ToReader[] = [];
  let wake = (): void => {};
  port.on("message", (message: ToReader) => {
    waiting.push(message);
    wake();
  });
  for (;;) {
    const next = waiting.shift();
    if (next === undefined) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      continue;
    }
    if (next.kind === "end") return;
    yield next.bytes;
    say({ kind: "taken" });
  }
}

try {
  const reader = new CaptureReader(task.settings);
  const chunks = task.path === null ? received() : createReadStream(task.path);
  let nextMs = 0;
  const ports = new Set(task.settings.ports);
  for await (const datagram of readDatagrams(unpack(chunks), ports, reader.tally, reader.options)) {
    reader.take(datagram);
    // the clock is asked for once in a while only
    if ((reader.tally.frames & 0x3ff) !== 0) continue;
    const nowMs = performance.now();
    if (nowMs < nextMs) continue;
    nextMs = nowMs + PROGRESS_MS;
    say({ kind: "progress", frames: reader.tally.frames });
  }
  say({ kind: "done", frames: reader.tally.frames, summary: reader.summary() });
} catch (error) {
  say({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
}
port.close();
