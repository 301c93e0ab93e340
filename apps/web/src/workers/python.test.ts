import type { SandboxFiles } from "@p4twin/models/engine";
import { afterEach, expect, test, vi } from "vitest";
import { openBrowserPython, workersFrom } from "./python.ts";

afterEach(() => vi.unstubAllGlobals());

const files = { wasm: new Uint8Array(1), stdlib: new Uint8Array(1), lock: "{}", guest: "" };
const memory = new Uint8Array([1, 2, 3]);

/** Workers that a test speaks for, and how each was started. */
function createWorkers(held: Partial<SandboxFiles> = {}) {
  const started: { begins: unknown; keeps: unknown; says(message: object): void }[] = [];
  const start = (): Worker => {
    const worker = new EventTarget() as Worker;
    const says = (data: object) => void worker.dispatchEvent(new MessageEvent("message", { data }));
    worker.postMessage = (message: { files: { memory: unknown }; keepsMemory: boolean }) =>
      void started.push({ begins: message.files.memory, keeps: message.keepsMemory, says });
    return worker;
  };
  const spawn = workersFrom({ ...files, ...held }, start);
  return () => {
    spawn();
    return started.at(-1) as (typeof started)[number];
  };
}

test("a worker begins with what the first one held when it was loaded", () => {
  const next = createWorkers();
  const first = next();
  expect(first).toMatchObject({ begins: null, keeps: true });
  // one that starts before the first is ready has nothing to begin with
  expect(next()).toMatchObject({ begins: null, keeps: true });
  first.says({ kind: "ready", memory });
  expect(next()).toMatchObject({ begins: memory, keeps: false });
});

test("a worker begins with the memory that came with the files, and by itself when it could not", () => {
  const next = createWorkers({ memory });
  const first = next();
  expect(first).toMatchObject({ begins: memory, keeps: false });
  first.says({ kind: "broken", message: "Python could not be loaded" });
  expect(next()).toMatchObject({ begins: null, keeps: false });
});

test("what a worker says once it has an engine is no memory", () => {
  const next = createWorkers();
  const first = next();
  first.says({ kind: "ready", memory: null });
  first.says({ kind: "ready", memory });
  expect(next()).toMatchObject({ begins: null });
});

test("where one cannot begin so, all load by themselves, whatever others leave", () => {
  const next = createWorkers();
  const [first, late] = [next(), next()];
  first.says({ kind: "ready", memory });
  next().says({ kind: "broken", message: "Python could not be loaded" });
  expect(next()).toMatchObject({ begins: null, keeps: false });
  late.says({ kind: "ready", memory });
  expect(next()).toMatchObject({ begins: null, keeps: false });
});

test("one that fails by itself takes the memory from nobody", () => {
  const next = createWorkers();
  const [first, second] = [next(), next()];
  first.says({ kind: "ready", memory });
  second.says({ kind: "broken", message: "out of memory" });
  expect(next()).toMatchObject({ begins: memory, keeps: false });
});

test("a server without the memory answers that there is none, and the worker loads Python by itself", async () => {
  const posted: unknown[] = [];
  const wasm = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
  vi.stubGlobal("fetch", async (address: string) =>
    address.endsWith("/memory")
      ? new Response(null, { status: 204 })
      : new Response(wasm, { headers: { "x-plain-length": String(wasm.length) } }),
  );
  vi.stubGlobal(
    "Worker",
    class extends EventTarget {
      postMessage = (message: unknown) => posted.push(message);
    },
  );
  const loaded: number[] = [];
  await openBrowserPython((bytes, total) => loaded.push(bytes / total));
  expect(posted).toMatchObject([{ kind: "files", files: { memory: null }, keepsMemory: true }]);
  expect(loaded.at(-1)).toBe(1);
});
