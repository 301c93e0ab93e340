import { Worker } from "node:worker_threads";
import { DomainError } from "../errors.ts";
import type { FromReader, ReadTask, ToReader } from "./messages.ts";
import type { CaptureSummary } from "./schema.ts";

/** Chunks that may wait in the thread: bounds memory whatever the sender's speed. */
const IN_FLIGHT = 8;

export type CaptureReading = {
  /** Hands over the next bytes; resolves when there is room for more. */
  push(bytes: Uint8Array): Promise<void>;
  /** No more bytes follow. */
  end(): void;
  /** Settles when all was read, or with why it was not. */
  result: Promise<CaptureSummary>;
  /** Ends the thread; `result` is rejected. */
  cancel(): void;
};

/** Reads one capture in a thread of its own: a stored file, or what is pushed. */
export function startReading(task: ReadTask, onFrames: (frames: number) => void): CaptureReading {
  const worker = new Worker(new URL("./readWorker.ts", import.meta.url), { workerData: task, execArgv: [] });
  const tell = (message: ToReader, handOver: ArrayBuffer[] = []): void =>
    worker.postMessage(message, handOver);
  let inFlight = 0;
  let ended = false;
  let wake = (): void => {};

  const result = new Promise<CaptureSummary>((resolve, reject) => {
    worker.on("message", (message: FromReader) => {
      if (message.kind === "taken") {
        inFlight--;
        wake();
      } else if (message.kind === "progress") onFrames(message.frames);
      else if (message.kind === "done") {
        onFrames(message.frames);
        resolve(message.summary);
      } else reject(new DomainError("bad_input", `The file could not be read: ${message.message}.`));
    });
    worker.once("error", reject);
    worker.once("exit", () => {
      ended = true;
      wake();
      reject(new Error("the thread that read the capture ended"));
    });
  });
  // who pushes learns of a failure by `result`; until it is awaited nobody else does
  result.catch(() => {});

  return {
    result,
    async push(bytes) {
      if (ended) await result;
      inFlight++;
      // a message takes the whole buffer behind a view along, which may be far larger: what is sent is a copy
      // of the view, handed over
      const copy = new Uint8Array(bytes);
      tell({ kind: "chunk", bytes: copy }, [copy.buffer]);
      while (inFlight >= IN_FLIGHT && !ended)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    },
    end: () => tell({ kind: "end" }),
    cancel: () => void worker.terminate(),
  };
}
