// Loads Python for one engine and takes everything else away. The same file runs in the browser's worker and
// in the child process of Node, stripped of its types: it imports nothing.

/** A `WebAssembly.Module`; the models know no DOM, and no host can read it. */
type CompiledWasm = { readonly [Symbol.toStringTag]?: string };

/** What the interpreter is made of. */
export type SandboxFiles = {
  /** pyodide.asm.wasm, or what a host compiled of it for all its sandboxes */
  wasm: Uint8Array<ArrayBuffer> | CompiledWasm;
  /** python_stdlib.zip */
  stdlib: Uint8Array<ArrayBuffer>;
  /** pyodide-lock.json, of which only the versions are used: there are no packages */
  lock: string;
  /** guest.py */
  guest: string;
  /** what another interpreter of the same files held when it had run the guest: this one begins with it */
  memory?: Uint8Array<ArrayBuffer> | null;
};

// the part of the platform's WebAssembly that is touched here
declare const WebAssembly: {
  Memory: { prototype: { readonly buffer: ArrayBuffer; grow(pages: number): number } };
  instantiate(compiled: CompiledWasm, imports: unknown): Promise<unknown>;
  instantiateStreaming(
    answer: unknown,
    imports: unknown,
  ): Promise<{ module: CompiledWasm; instance: unknown }>;
};

type PyCallable = (...args: string[]) => unknown;
type Interpreter = {
  runPython(code: string, options: { filename: string }): unknown;
  globals: { get(name: string): PyCallable };
  makeMemorySnapshot(): Uint8Array;
};
/** The two modules of the package `pyodide` that a sandbox needs. */
export type SandboxModules = {
  loadPyodide(config: Record<string, unknown>): Promise<Interpreter>;
  createPyodideModule: unknown;
};

export type SandboxTask = { call: string; file: string; source: string; arguments: string };

/** Our choice: ten times what the largest library problem needs. */
const MEMORY_LIMIT_BYTES = 512 * 1024 * 1024;
const PAGE_BYTES = 65_536;
const MAX_REPLY_CHARS = 9_000_000;
const BASE = "http://sandbox.invalid/";

/** What of the global scope an interpreter without files, network and host still needs, beside the language itself. */
const NEEDED = new Set(
  `Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise RegExp Error
  AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError SuppressedError DisposableStack
  AsyncDisposableStack globalThis JSON Math Intl ArrayBuffer Atomics Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array
  Float16Array Float32Array Float64Array Uint8ClampedArray BigUint64Array BigInt64Array DataView Map BigInt Set Iterator WeakMap
  WeakSet WeakRef Proxy Reflect FinalizationRegistry SharedArrayBuffer decodeURI decodeURIComponent encodeURI encodeURIComponent
  escape unescape isFinite isNaN TextDecoder TextEncoder crypto performance WebAssembly constructor`.split(
    /\s+/,
  ),
);

/**
 * Loads Python, closes both its side and ours, and gives the function that runs one task. The text it gives
 * back is the operator's: to be read with distrust. Throws when the engine broke the interpreter. `keepMemory` gets
 * what the interpreter holds before it has seen anything.
 */
export async function openInterpreter(
  files: SandboxFiles,
  modules: SandboxModules,
  keepMemory: ((memory: Uint8Array) => void) | null = null,
): Promise<(task: SandboxTask) => string> {
  limitMemory();
  const scope: Record<string, unknown> = globalThis as unknown as Record<string, unknown>;
  scope.fetch = async (address: unknown) => fileOf(String(address), files);
  if (!(files.wasm instanceof Uint8Array)) takeCompiled(files.wasm);
  const python = await modules.loadPyodide({
    indexURL: BASE,
    packageBaseUrl: BASE,
    lockFileContents: { info: JSON.parse(files.lock).info, packages: {} },
    createPyodideModule: modules.createPyodideModule,
    jsglobals: Object.create(null),
    env: { HOME: "/" },
    stdout: () => {},
    stderr: () => {},
    stdin: () => null,
    ...(files.memory ? { _loadSnapshot: files.memory } : {}),
    ...(keepMemory ? { _makeSnapshot: true } : {}),
  });
  if (!files.memory) python.runPython(files.guest, { filename: "sandbox" });
  keepMemory?.(python.makeMemorySnapshot());
  const run = python.globals.get("run");
  python.globals.get("lock")();
  emptyScope(scope);
  return ({ call, file, source, arguments: given }) => {
    const text = run(call, file, source, given);
    if (typeof text !== "string" || text.length > MAX_REPLY_CHARS) throw new Error("no reply of the guest");
    return text;
  };
}

const fileOf = (address: string, { wasm, stdlib }: SandboxFiles): Response => {
  if (address.endsWith(".wasm"))
    return wasm instanceof Uint8Array
      ? new Response(wasm, { headers: { "content-type": "application/wasm" } })
      : new Response();
  if (address.endsWith(".zip")) return new Response(stdlib);
  throw new Error(`the sandbox has no file ${address}`);
};

/** Whoever asks for WebAssembly gets this, compiled before, whatever arrived. */
function takeCompiled(module: CompiledWasm): void {
  WebAssembly.instantiateStreaming = async (_answer, imports) => ({
    module,
    instance: await WebAssembly.instantiate(module, imports),
  });
}

/** Growth beyond the limit fails as on a full machine: Python raises MemoryError. */
function limitMemory(): void {
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function limited(pages: number): number {
    if (this.buffer.byteLength + pages * PAGE_BYTES > MEMORY_LIMIT_BYTES)
      throw new RangeError("memory limit");
    return grow.call(this, pages);
  };
}

/**
 * Takes the platform away: whoever should find a way from Python to JavaScript finds the bare language there.
 * Evaluation of strings is off by the content security policy of the worker and by a flag of Node.
 */
function emptyScope(scope: Record<string, unknown>): void {
  for (
    let level: object | null = scope;
    level && level !== Object.prototype;
    level = Object.getPrototypeOf(level)
  ) {
    for (const name of Object.getOwnPropertyNames(level)) {
      if (NEEDED.has(name)) continue;
      if (!Reflect.deleteProperty(level, name)) Reflect.set(level, name, undefined);
    }
  }
  const silent = () => {};
  scope.console = { log: silent, info: silent, warn: silent, error: silent, debug: silent };
}
