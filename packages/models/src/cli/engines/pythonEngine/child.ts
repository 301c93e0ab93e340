// The process in which one Python engine runs; started by spawnPythonChild with Node's permission model on,
// which lets it read these files and nothing else. When the operator's code starts, not even `process` is
// left.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { openInterpreter, type SandboxModules, type SandboxTask } from "../../../engine/python/sandbox.ts";
import { readAndClose, SNAPSHOT_FD, writeAndClose } from "./snapshotFile.ts";

const [, , pyodide = "", guest = "", start = ""] = process.argv;
const reply = process.send?.bind(process);
if (!reply) throw new Error("child.ts is started by spawnPythonChild");

const onTask = process.on.bind(process, "message") as (listener: (task: SandboxTask) => void) => void;
const files = {
  wasm: new Uint8Array(readFileSync(join(pyodide, "pyodide.asm.wasm"))),
  stdlib: new Uint8Array(readFileSync(join(pyodide, "python_stdlib.zip"))),
  lock: readFileSync(join(pyodide, "pyodide-lock.json"), "utf8"),
  guest: readFileSync(guest, "utf8"),
  memory: start === "restored" ? readAndClose(SNAPSHOT_FD) : null,
};
const keepMemory = (bytes: Uint8Array): void => writeAndClose(SNAPSHOT_FD, bytes);

// Pyodide in Node would take file system, sockets and child processes of the host: it is told that this is a
// browser's worker
const scope: Record<string, unknown> = globalThis as unknown as Record<string, unknown>;
Reflect.deleteProperty(scope, "process");
scope.WorkerGlobalScope = Object.defineProperty({}, Symbol.hasInstance, { value: () => true });
scope.self = globalThis;
scope.location = new URL("http://sandbox.invalid/");

const load = async (name: string): Promise<Record<string, unknown>> =>
  import(pathToFileURL(join(pyodide, name)).href);
const { loadPyodide } = await load("pyodide.mjs");
const { default: createPyodideModule } = await load("pyodide.asm.mjs");
const modules = { loadPyodide, createPyodideModule } as SandboxModules;

const run = await openInterpreter(files, modules, start === "making" ? keepMemory : null).catch(
  (error: unknown) => {
    reply({ kind: "broken", message: `Python could not be loaded: ${error}` });
    throw error;
  },
);
onTask((task) => {
  try {
    reply({ kind: "reply", text: run(task) });
  } catch {
    reply({ kind: "broken", message: "the engine ended or broke its interpreter" });
  }
});
reply({ kind: "ready" });
