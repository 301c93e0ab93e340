import { getEventListeners } from "node:events";
import { expect, it } from "vitest";
import { createBus } from "../bus/bus.ts";
import type { LiveRow } from "../bus/windowRow.ts";
import { createLiveHub, MAX_WATCHERS } from "./hub.ts";

const row = (startMs: number, count: number): LiveRow => ({
  segmentId: "a",
  part: 0,
  startMs,
  closed: false,
  count,
  meanUs: 1,
  p50Us: 1,
  p95Us: 1,
  p99Us: 1,
  maxUs: 1,
  abovePl: 0,
  aboveDl: 0,
  dropped: 0,
  sequenceGaps: 0,
});

it("follows a deployment while somebody watches it", async () => {
  const followed: string[] = [];
  const hub = createLiveHub(createBus(), (id) => {
    followed.push(id);
    return () => followed.splice(followed.indexOf(id), 1);
  });
  const [first, second] = [new AbortController(), new AbortController()];
  hub.watch("d1", first.signal);
  hub.watch("d1", second.signal);
  hub.watch("d2", second.signal);
  expect(followed).toEqual(["d1", "d2"]);
  second.abort();
  expect(followed).toEqual(["d1"]);
  first.abort();
  expect(followed).toEqual([]);
});

it("a slow watcher gets the newest state of every window in one frame, and leaves nothing behind", async () => {
  const bus = createBus();
  const hub = createLiveHub(bus);
  await hub.start();
  const stop = new AbortController();
  const frames = hub.watch("d1", stop.signal)[Symbol.asyncIterator]();
  bus.live.publish([{ deploymentId: "d1", atMs: 1, rows: [row(1000, 1)] }]);
  bus.live.publish([{ deploymentId: "d2", atMs: 2, rows: [row(1000, 9)] }]);
  bus.live.publish([{ deploymentId: "d1", atMs: 3, rows: [row(1000, 2), row(2000, 1)] }]);
  const { value } = await frames.next();
  expect(value).toEqual({ deploymentId: "d1", atMs: 3, rows: [row(1000, 2), row(2000, 1)] });
  expect(hub.watchers).toBe(1);
  stop.abort();
  expect((await frames.next()).done).toBe(true);
  expect(hub.watchers).toBe(0);
  await hub.stop();
});

it("a stream that lives long holds one listener, however many frames it gets", async () => {
  const bus = createBus();
  const hub = createLiveHub(bus);
  await hub.start();
  const stop = new AbortController();
  const frames = hub.watch("d1", stop.signal)[Symbol.asyncIterator]();
  for (let i = 0; i < 100; i++) {
    const next = frames.next();
    bus.live.publish([{ deploymentId: "d1", atMs: i, rows: [row(1000, i)] }]);
    expect((await next).value.atMs).toBe(i);
  }
  expect(getEventListeners(stop.signal, "abort").length).toBeLessThanOrEqual(1);
  const last = frames.next();
  stop.abort();
  expect((await last).done).toBe(true);
  expect(getEventListeners(stop.signal, "abort")).toEqual([]);
  await hub.stop();
});

it("a view too many is refused, and one that closes makes room", () => {
  const hub = createLiveHub(createBus());
  const stops = Array.from({ length: MAX_WATCHERS }, () => new AbortController());
  for (const stop of stops) hub.watch("d1", stop.signal);
  const next = new AbortController();
  expect(() => hub.watch("d1", next.signal)).toThrow("Too many live views are open");
  stops[0]?.abort();
  hub.watch("d1", next.signal);
  expect(hub.watchers).toBe(MAX_WATCHERS);
  for (const stop of [next, ...stops]) stop.abort();
  expect(hub.watchers).toBe(0);
});
