import { expect, test } from "vitest";
import { z } from "zod";
import { CHILD_HEAP_MB, runInChild } from "./runInChild.ts";

test("a computation that needs more than its memory fails in words, and this process goes on", async () => {
  expect(CHILD_HEAP_MB).toBe(2_048);
  const module = new URL("../../testing/hoards.ts", import.meta.url);
  const task = { module, input: {}, answer: z.never(), limitMs: 600_000, late: "late", heapMb: 64 };
  await expect(runInChild(task)).rejects.toThrow(
    "The computation needs more than 64 MB and was stopped. Make the problem smaller.",
  );
});
