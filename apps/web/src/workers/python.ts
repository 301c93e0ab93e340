import {
  createPythonHost,
  type PythonHost,
  type SandboxFiles,
  type SandboxPort,
} from "@p4twin/models/engine";

/** Where the API serves the interpreter and the sandbox. */
const FOLDER = "/python";

/** How much of the interpreter has arrived. */
export type PythonProgress = (loadedBytes: number, totalBytes: number) => void;

/**
 * Python in workers of this browser, one a run. The files (some 12 MB, kept by the browser) are fetched and compiled by
 * the page: the worker itself may connect to nothing. `onProgress` is told while they arrive.
 */
export async function openBrowserPython(onProgress: PythonProgress): Promise<PythonHost> {
  const spawn = workersFrom(await fetchFiles(onProgress));
  const host = createPythonHost(spawn, { keepsOneReady: true });
  host.warmUp();
  return host;
}

const startWorker = (): Worker =>
  new Worker(`${FOLDER}/worker.ts`, { type: "module", name: "python engine" });

type FirstMessage = MessageEvent<{ kind: string; memory?: Uint8Array<ArrayBuffer> | null }>;

/**
 * Workers begin with the memory that came with the files. Where none came, the first worker loads Python, which takes
 * seconds, and leaves the page what it holds then. Where one could not begin so, all load by themselves.
 */
export function workersFrom(files: SandboxFiles, start = startWorker): () => SandboxPort {
  let kept = files.memory ?? null;
  let isUsable = true;
  return () => {
    const worker = start();
    const memory = kept;
    // its first message, before it has an engine: what it says can be believed
    const hear = ({ data }: FirstMessage): void => {
      if (data.kind === "ready") kept ??= (isUsable && data.memory) || null;
      else if (memory) [kept, isUsable] = [null, false];
    };
    worker.addEventListener("message", hear, { once: true });
    worker.postMessage({ kind: "files", files: { ...files, memory }, keepsMemory: isUsable && !memory });
    return portOf(worker);
  };
}

function portOf(worker: Worker): SandboxPort {
  return {
    post: (task) => worker.postMessage({ kind: "task", task }),
    onMessage(listener) {
      worker.onmessage = (event: MessageEvent<unknown>) => listener(event.data);
    },
    onFailure(listener) {
      worker.onerror = (event) => listener(new Error(event.message || "the sandbox could not be started"));
    },
    terminate: () => worker.terminate(),
  };
}

async function fetchFiles(onProgress: PythonProgress): Promise<SandboxFiles> {
  const names = ["pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json", "guest.py", "memory"] as const;
  const answers = await Promise.all(
    names.map(async (name) => {
      const answer = await fetch(`${FOLDER}/${name}`);
      // a server that was not built has no memory
      if (!answer.ok || (!answer.body && name !== "memory"))
        throw new Error(`Python could not be loaded: the server answered ${answer.status} for ${name}`);
      return { body: answer.body, size: Number(answer.headers.get("x-plain-length")) };
    }),
  );
  const total = answers.reduce((sum, { size }) => sum + size, 0);
  let loaded = 0;
  const read = async (body: ReadableStream<Uint8Array> | null): Promise<Uint8Array<ArrayBuffer> | null> => {
    if (!body) return null;
    const counted = body.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(part, controller) {
          loaded += part.byteLength;
          onProgress(loaded, total);
          controller.enqueue(part);
        },
      }) as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array>,
    );
    return new Uint8Array(await new Response(counted).arrayBuffer());
  };
  const [bytes, stdlib, lock, guest, memory] = await Promise.all(answers.map(({ body }) => read(body)));
  if (!bytes || !stdlib) throw new Error("Python could not be loaded");
  const wasm = await WebAssembly.compile(bytes);
  const text = (file: Uint8Array | null | undefined): string => new TextDecoder().decode(file ?? undefined);
  return { wasm, stdlib, lock: text(lock), guest: text(guest), memory };
}
