import { expect, test } from "vitest";
import { untilReady } from "./untilReady.ts";

const database = { name: "database", ready: () => true };
const never = { name: "collector", ready: () => false };

test("waits until every check passes", async () => {
  let looks = 0;
  const collector = { name: "collector", ready: () => ++looks > 2 };
  await untilReady([database, collector], new AbortController().signal);
  expect(looks).toBe(3);
});

test("what does not come holds nothing up for ever", async () => {
  const begun = performance.now();
  await untilReady([database, never], new AbortController().signal, 100);
  expect(performance.now() - begun).toBeGreaterThanOrEqual(100);
});

test("who is asked to end does not wait", async () => {
  const asked = new AbortController();
  const waiting = untilReady([never], asked.signal, 600_000);
  asked.abort();
  await waiting;
});
