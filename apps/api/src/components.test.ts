import { expect, test } from "vitest";
import { type Component, createLifecycle } from "./components.ts";
import { createLog } from "./observability/log.ts";

function recorded() {
  const calls: string[] = [];
  const lifecycle = createLifecycle(createLog("silent"));
  const component = (name: string, over: Partial<Component> = {}): Component => ({
    name,
    start: async () => void calls.push(`start ${name}`),
    stop: async () => void calls.push(`stop ${name}`),
    ...over,
  });
  return { calls, lifecycle, component };
}

test("stops in reverse, also past one that cannot stop", async () => {
  const { calls, lifecycle, component } = recorded();
  const stuck = component("b", { stop: () => Promise.reject(new Error("stuck")) });
  for (const one of [component("a"), stuck, component("c")]) await lifecycle.start(one);
  await lifecycle.stop();
  expect(calls).toEqual(["start a", "start b", "start c", "stop c", "stop a"]);
});

test("a stop during a start waits for it and stops it; nothing is started after", async () => {
  const { calls, lifecycle, component } = recorded();
  let finish: () => void = () => {};
  const slow = component("slow", {
    start: () =>
      new Promise((resolve) => {
        finish = resolve;
      }),
  });
  const started = lifecycle.start(slow);
  const stopped = lifecycle.stop();
  finish();
  await Promise.all([started, stopped]);
  expect(calls).toEqual(["stop slow"]);
  await expect(lifecycle.start(component("late"))).rejects.toThrow("late is not started");
});

test("one that cannot start is not stopped, those before it are", async () => {
  const { calls, lifecycle, component } = recorded();
  await lifecycle.start(component("a"));
  const broken = component("b", { start: () => Promise.reject(new Error("no port")) });
  await expect(lifecycle.start(broken)).rejects.toThrow("no port");
  await lifecycle.stop();
  expect(calls).toEqual(["start a", "stop a"]);
});
