// The collector's thread: sockets to windows. It shares nothing with the rest of the process but messages.
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { assert } from "@p4twin/models/core";
import type { FromWorker, ToWorker, WorkerConfig } from "./messages.ts";
import { createPipeline } from "./pipeline.ts";
import { openDgram } from "./socket/dgram.ts";
import type { DatagramSource, OnDatagram, SourceConfig } from "./socket/source.ts";
import type { CollectorState } from "./state.ts";

const STATE_MS = 1_000;
/** Longest wait in the kernel: how late a message to this thread can be noticed. */
const POLL_MS = 20;

assert(parentPort, "runs as a worker thread");
const port: MessagePort = parentPort;
const config: WorkerConfig = workerData;
const pipeline = createPipeline(config);
const say = (message: FromWorker): void => port.postMessage(message);

const startedMs = Date.now();
let nowMs = startedMs;
// settings are in force before the first datagram: one that is not accepted must not slip through at the start
pipeline.configure(config.settings, nowMs);
const onDatagram: OnDatagram = (bytes, at, length, sender) => pipeline.take(bytes, at, length, sender, nowMs);

async function openSource(): Promise<DatagramSource> {
  const settings: SourceConfig = config;
  if (config.source === "auto" && process.platform === "linux" && !config.host.includes(":")) {
    try {
      const { openRecvmmsg } = await import("./socket/recvmmsg.ts");
      return openRecvmmsg(settings, onDatagram);
    } catch (error) {
      // a port that is taken stays taken; anything else means that this machine cannot do it natively
      if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") throw error;
    }
  }
  return openDgram(settings, (bytes, at, length, sender) => {
    nowMs = Date.now();
    onDatagram(bytes, at, length, sender);
  });
}

const source = await openSource().catch((error: unknown) => {
  const code =
    error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
  say({ kind: "failed", message: error instanceof Error ? error.message : String(error), code });
  process.exit(1);
});

function state(): CollectorState {
  const sockets = source.counters();
  return {
    atMs: Date.now(),
    startedMs,
    source: source.kind,
    ports: [...source.ports],
    arrived: sockets.received,
    kernelDropped: sockets.kernelDropsKnown ? sockets.kernelDropped : null,
    ...pipeline.account(),
  };
}

let nextFrameMs = 0;
let nextStateMs = 0;
/** Work by the clock, done between batches. */
function housekeeping(): void {
  const rows = pipeline.advance(nowMs);
  if (rows.length > 0) say({ kind: "windows", rows });
  if (nowMs >= nextFrameMs) {
    nextFrameMs = nowMs + config.frameMs;
    const frames = pipeline.frames(nowMs);
    if (frames.length > 0) say({ kind: "live", frames });
  }
  if (nowMs >= nextStateMs) {
    nextStateMs = nowMs + STATE_MS;
    say({ kind: "state", state: state() });
  }
}

/** Obeys one message; false when it said stop. */
function obey(message: ToWorker): boolean {
  if (message.kind === "bind") {
    const rows = pipeline.rebind(message.bindings, nowMs);
    if (rows.length > 0) say({ kind: "windows", rows });
    return true;
  }
  if (message.kind === "configure") {
    pipeline.configure(message.settings, nowMs);
    return true;
  }
  const rows = pipeline.rebind({ segments: [], nodes: [] }, nowMs);
  if (rows.length > 0) say({ kind: "windows", rows });
  say({ kind: "state", state: state() });
  source.close();
  say({ kind: "stopped" });
  return false;
}

say({ kind: "ready", state: state() });

if (source.kind === "recvmmsg") {
  // this loop never yields to the event loop: messages are taken from the port by hand
  for (let running = true; running; ) {
    source.poll(POLL_MS);
    nowMs = Date.now();
    housekeeping();
    for (let next = receiveMessageOnPort(port); next && running; next = receiveMessageOnPort(port))
      running = obey(next.message);
  }
  port.close();
} else {
  const timer = setInterval(() => {
    nowMs = Date.now();
    housekeeping();
  }, POLL_MS);
  port.on("message", (message: ToWorker) => {
    if (obey(message)) return;
    clearInterval(timer);
    port.close();
  });
}
