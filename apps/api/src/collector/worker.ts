// The collector's thread: sockets to windows. It shares nothing with the rest of the process but messages.
import { setPriority } from "node:os";
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { assert } from "@p4twin/models/core";
import { createWallClock } from "../shared/wallClock.ts";
import { noBindings } from "./bindings.ts";
import { createFairQueue } from "./fairQueue.ts";
import type { FromWorker, ToWorker, WorkerConfig } from "./messages.ts";
import { createPipeline } from "./pipeline.ts";
import { checksumDrops } from "./socket/checksumDrops.ts";
import { openDgram } from "./socket/dgram.ts";
import type { DatagramSource, OnDatagram, SourceConfig } from "./socket/source.ts";
import type { CollectorState } from "./state.ts";

const STATE_MS = 1_000;
const SAMPLES_MS = 1_000;
/** Exporters that are told at once (our choice): some 4 ms. */
const EXPORTERS_A_PAGE = 500;
/** Longest wait in the kernel: how late a message to this thread can be noticed. */
const POLL_MS = 20;
/**
 * Datagrams that wait between the events of the portable source and the decoder, and how many are decoded in
 * one go (our choice).
 */
const QUEUE_DATAGRAMS = 16_384;
const QUEUE_TURN = 512;
/** Datagrams that still wait in the kernel when the collector stops are read, for so long at most. */
const LAST_READ_MS = 500;
/** A window that is written late is written; a datagram that is read late is lost. */
const NICE = -10;

assert(parentPort, "runs as a worker thread");
const port: MessagePort = parentPort;
const config: WorkerConfig = workerData;
const pipeline = createPipeline(config);
const say = (message: FromWorker): void => port.postMessage(message);

try {
  // 0 is this thread on Linux; elsewhere it would be the whole process
  if (process.platform === "linux") setPriority(0, NICE);
} catch {
  // needs a privilege that most installations do not give
}

let wasSet = false;
const clock = createWallClock(undefined, () => {
  wasSet = true;
});
/** Time that never steps; wall time is stamped by the pipeline. */
const startedMs = clock.steadyMs();
let nowMs = startedMs;
const wake = (): number => {
  nowMs = clock.steadyMs();
  if (!wasSet) pipeline.correct(clock.correctionMs());
  else {
    wasSet = false;
    const rows = pipeline.clockSet(clock.correctionMs(), nowMs);
    if (rows.length > 0) say({ kind: "windows", rows });
  }
  return nowMs;
};
// both are in force before the first datagram: one that is not accepted must not slip through, none of a
// bound segment go unmatched
pipeline.configure(config.settings, nowMs);
pipeline.rebind(config.bindings, nowMs);

const queue = createFairQueue(QUEUE_DATAGRAMS);
let turnDue = false;
/** Decodes some of what waits, then lets the sockets speak. */
function takeTurn(): void {
  turnDue = false;
  wake();
  queue.take(QUEUE_TURN, (exporter, bytes) => pipeline.read(exporter, bytes, 0, bytes.length, nowMs));
  if (queue.size > 0) askForTurn();
}
function askForTurn(): void {
  if (turnDue) return;
  turnDue = true;
  setImmediate(takeTurn);
}
const enqueue: OnDatagram = (bytes, _at, _length, sender) => {
  const exporter = pipeline.admit(sender, nowMs);
  if (exporter === null) return;
  queue.push(exporter, bytes);
  askForTurn();
};

async function openSource(): Promise<DatagramSource> {
  const settings: SourceConfig = config;
  if (config.source === "auto" && process.platform === "linux" && !config.host.includes(":")) {
    try {
      const { openRecvmmsg } = await import("./socket/recvmmsg.ts");
      return openRecvmmsg(
        settings,
        (bytes, at, length, sender) => pipeline.gather(bytes, at, length, sender, nowMs),
        (bytes, at, length) => pipeline.takeMirrored(bytes, at, length, nowMs),
        pipeline.drain,
      );
    } catch (error) {
      // a port that is taken stays taken; anything else means that this machine cannot do it natively
      if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") throw error;
      // an interface that was asked for is not left out silently
      if (config.interface !== null) throw error;
    }
  }
  if (config.interface !== null)
    throw new Error(
      `INT_INTERFACE=${config.interface}: frames are read on Linux, beside IPv4 sockets (INT_HOST=${config.host}) only`,
    );
  return openDgram(settings, enqueue);
}

const source = await openSource().catch((error: unknown) => {
  const code =
    error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
  say({ kind: "failed", message: error instanceof Error ? error.message : String(error), code });
  process.exit(1);
});

const csumDropsAtStart = checksumDrops();

function cpuMs(): number | null {
  // this runtime's own types say that it is always there; it came with Node 23.9
  if (!("threadCpuUsage" in process)) return null;
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** With all exporters but the first `told`, which were told before. */
function state(told = 0): CollectorState {
  const sockets = source.counters(pipeline.kernelDropped);
  return {
    atMs: Math.round(nowMs + clock.correctionMs()),
    startedMs: Math.round(startedMs + clock.correctionMs()),
    clock: clock.state(),
    source: source.kind,
    ports: [...source.ports],
    arrived: sockets.received,
    kernelDropped: sockets.kernelDropsKnown ? sockets.kernelDropped : null,
    frames: sockets.frames,
    checksumDrops:
      csumDropsAtStart === null ? null : (checksumDrops() ?? csumDropsAtStart) - csumDropsAtStart,
    cpuMs: cpuMs(),
    ...pipeline.brief(),
    exporters: pipeline.exporters(told, Number.POSITIVE_INFINITY),
  };
}

let nextFrameMs = 0;
let nextStateMs = 0;
let nextSamplesMs = 0;
/** exporters of the statement at hand that have been told; null between statements */
let told: number | null = null;
/** A statement once a second, of many exporters page by page: none of them holds up the datagrams for long. */
function tell(): void {
  if (told === null) {
    if (nowMs < nextStateMs) return;
    nextStateMs = nowMs + STATE_MS;
    told = 0;
  }
  if (pipeline.exporterCount - told > EXPORTERS_A_PAGE) {
    say({ kind: "exporters", exporters: pipeline.exporters(told, EXPORTERS_A_PAGE) });
    told += EXPORTERS_A_PAGE;
    return;
  }
  say({ kind: "state", state: state(told) });
  told = null;
}

/** Work by the clock, done between batches. */
function housekeeping(): void {
  const rows = pipeline.advance(nowMs);
  if (rows.length > 0) say({ kind: "windows", rows });
  if (nowMs >= nextFrameMs) {
    nextFrameMs = nowMs + config.frameMs;
    const frames = pipeline.frames(nowMs);
    if (frames.length > 0) say({ kind: "live", frames });
  }
  if (nowMs >= nextSamplesMs) {
    nextSamplesMs = nowMs + SAMPLES_MS;
    const bytes = pipeline.samples();
    if (bytes !== null) say({ kind: "samples", bytes });
  }
  tell();
}

/** Reads what came before the stop. */
function readTheRest(): void {
  if (source.kind === "dgram") {
    queue.take(queue.size, (exporter, bytes) => pipeline.read(exporter, bytes, 0, bytes.length, nowMs));
    return;
  }
  const untilMs = performance.now() + LAST_READ_MS;
  // twice nothing: a socket may wait for another to be empty
  for (let empty = 0; empty < 2 && performance.now() < untilMs; )
    empty = source.poll(0, wake) === 0 ? empty + 1 : 0;
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
  readTheRest();
  const rows = pipeline.rebind(noBindings, nowMs);
  if (rows.length > 0) say({ kind: "windows", rows });
  say({ kind: "state", state: state(told ?? 0) });
  source.close();
  say({ kind: "stopped" });
  return false;
}

say({ kind: "ready", state: state() });

if (source.kind === "recvmmsg") {
  // this loop never yields to the event loop: messages are taken from the port by hand
  for (let running = true; running; ) {
    source.poll(POLL_MS, wake);
    housekeeping();
    for (let next = receiveMessageOnPort(port); next && running; next = receiveMessageOnPort(port))
      running = obey(next.message);
  }
  port.close();
} else {
  const timer = setInterval(() => {
    wake();
    housekeeping();
  }, POLL_MS);
  port.on("message", (message: ToWorker) => {
    if (obey(message)) return;
    clearInterval(timer);
    port.close();
  });
}
