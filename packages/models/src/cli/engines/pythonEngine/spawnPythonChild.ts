import { type ChildProcess, spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { SandboxPort } from "../../../engine/index.ts";
import { endWithThisProcess } from "../../lifeline.mjs";
import { builtMemory } from "./builtMemory.ts";
import { pyodideFolder, pythonRoomFolder } from "./pythonPlaces.ts";
import { createSnapshotFile } from "./snapshotFile.ts";

const here = dirname(fileURLToPath(import.meta.url));
const child = join(here, "child.ts");
const guest = join(pythonRoomFolder, "guest.py");
const sandbox = join(pythonRoomFolder, "sandbox.ts");
const snapshotFile = join(here, "snapshotFile.ts");

/** JavaScript's own heap of the child; the memory of Python is bounded inside (our choice). */
const HEAP_MB = 256;

// what runs when this process ends is ended with it, even an engine that listens to nobody
const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Of all interpreters that this process starts. */
const ofThisProcess = createSnapshotFile({ made: builtMemory });

/**
 * A process with one sandbox: Node's permission model leaves it the files of the interpreter and neither
 * processes, workers nor native code; evaluation of strings is off; its environment is empty.
 */
export function spawnPythonChild(snapshots = ofThisProcess): SandboxPort {
  const pyodide = pyodideFolder();
  const readable = [pyodide, child, sandbox, snapshotFile, guest].map((path) => `--allow-fs-read=${path}`);
  const flags = [
    "--permission",
    ...readable,
    "--disallow-code-generation-from-strings",
    `--max-old-space-size=${HEAP_MB}`,
    // most of the interpreter is never called: compiled when it is, a start takes a fifth less processor time
    "--wasm-lazy-compilation",
    "--no-warnings",
  ];
  const { start, fd } = snapshots.next();
  const started = spawn(process.execPath, [...flags, child, pyodide, guest, start], {
    // nothing of this environment; the one name is what the types of Next ask for
    env: { NODE_ENV: "production" },
    cwd: pyodide,
    stdio: ["ignore", "ignore", "ignore", "ipc", ...(fd === null ? [] : [fd])],
    windowsHide: true,
  });
  running.add(started);
  endWithThisProcess(started);
  started.once("exit", () => running.delete(started));
  let ended = false;
  let isTold = false;
  // its first message, before it has an engine: what it says can be believed
  started.once("message", (message) => {
    const isReady = (message as { kind?: unknown }).kind === "ready";
    // before its host hears of it, who then begins another
    if (isReady) snapshots.ready(start);
    else snapshots.failed(start);
    isTold = true;
  });
  started.once("exit", () => {
    if (!isTold) snapshots.failed(ended && start === "restored" ? "fresh" : start);
  });
  // one that nobody waits for must not keep the command line alive
  started.unref();
  started.channel?.unref();
  return {
    post(task) {
      started.channel?.ref();
      started.send(task);
    },
    onMessage: (listener) => void started.on("message", listener),
    onFailure(listener) {
      started.on("error", listener);
      started.on("exit", (code, signal) => {
        if (!ended) listener(new Error(endOf(code, signal)));
      });
    },
    terminate() {
      ended = true;
      started.kill("SIGKILL");
    },
  };
}

const endOf = (code: number | null, signal: string | null): string =>
  code === 0
    ? "the engine ended its interpreter instead of returning an answer"
    : `the interpreter of the engine ended (${signal ?? `code ${code}`}): it was out of memory, or broken by the engine`;
