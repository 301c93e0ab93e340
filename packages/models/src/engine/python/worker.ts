// The worker of the browser in which one Python engine runs. Served with a policy that lets it connect to
// nothing: the page that starts it hands it the files of the interpreter.
import { openInterpreter, type SandboxFiles, type SandboxModules, type SandboxTask } from "./sandbox.ts";

/** The page's messages: first the files, then a task. `keepsMemory`: the page wants the memory for the next worker. */
type Incoming =
  | { kind: "files"; files: SandboxFiles; keepsMemory: boolean }
  | { kind: "task"; task: SandboxTask };
type Scope = {
  postMessage(message: unknown, transfer?: ArrayBuffer[]): void;
  addEventListener(type: "message", listener: (event: { data: Incoming }) => void): void;
};

const scope = globalThis as unknown as Scope;
const reply = scope.postMessage.bind(scope);
let run: ((task: SandboxTask) => string) | null = null;

/** Resolves with what the interpreter held when it had run the guest, null when nobody wants it. */
async function open(files: SandboxFiles, keepsMemory: boolean): Promise<Uint8Array<ArrayBuffer> | null> {
  // beside this file; the address is made at run time because no bundler may look for it
  const load = async (name: string): Promise<Record<string, unknown>> =>
    import(new URL(name, import.meta.url).href);
  const { loadPyodide } = await load("pyodide.mjs");
  const { default: createPyodideModule } = await load("pyodide.asm.mjs");
  const modules = { loadPyodide, createPyodideModule } as SandboxModules;
  let memory: Uint8Array<ArrayBuffer> | null = null;
  const keep = (held: Uint8Array): void => {
    memory = new Uint8Array(held);
  };
  run = await openInterpreter(files, modules, keepsMemory ? keep : null);
  return memory;
}

scope.addEventListener("message", ({ data }) => {
  if (data.kind === "files") {
    open(data.files, data.keepsMemory).then(
      (memory) => reply({ kind: "ready", memory }, memory ? [memory.buffer] : []),
      (error: unknown) => reply({ kind: "broken", message: `Python could not be loaded: ${error}` }),
    );
    return;
  }
  try {
    if (run) reply({ kind: "reply", text: run(data.task) });
  } catch {
    reply({ kind: "broken", message: "the engine ended or broke its interpreter" });
  }
});
