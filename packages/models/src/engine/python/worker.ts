// The worker of the browser in which one Python engine runs. Served with a policy that lets it connect to
// nothing: the page that starts it hands it the files of the interpreter.
import { openInterpreter, type SandboxFiles, type SandboxModules, type SandboxTask } from "./sandbox.ts";

/** The page's messages: first the files, then a task. */
type Incoming = { kind: "files"; files: SandboxFiles } | { kind: "task"; task: SandboxTask };
type Scope = {
  postMessage(message: unknown): void;
  addEventListener(type: "message", listener: (event: { data: Incoming }) => void): void;
};

const scope = globalThis as unknown as Scope;
const reply = scope.postMessage.bind(scope);
let run: ((task: SandboxTask) => string) | null = null;

async function open(files: SandboxFiles): Promise<void> {
  // beside this file; the address is made at run time because no bundler may look for it
  const load = async (name: string): Promise<Record<string, unknown>> =>
    import(new URL(name, import.meta.url).href);
  const { loadPyodide } = await load("pyodide.mjs");
  const { default: createPyodideModule } = await load("pyodide.asm.mjs");
  run = await openInterpreter(files, { loadPyodide, createPyodideModule } as SandboxModules);
}

scope.addEventListener("message", ({ data }) => {
  if (data.kind === "files") {
    open(data.files).then(
      () => reply({ kind: "ready" }),
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
