import { expect, test } from "vitest";
import { runInThread, THREAD_HEAP_MB } from "./runInThread.ts";

const hoards = new URL(
  `data:text/javascript,${encodeURIComponent("const kept = []; for (;;) kept.push(new Array(10_000).fill(kept.length));")}`,
);

test("a computation that needs more than its thread's memory fails in words, and this process goes on", async () => {
  expect(THREAD_HEAP_MB).toBe(2_048);
  const task = { module: hoards, input: null, limitMs: 600_000, late: "late", heapMb: 64 };
  await expect(runInThread(task, () => undefined)).rejects.toThrow(
    "The computation needs more than 64 MB and was stopped. Make the problem smaller.",
  );
});
