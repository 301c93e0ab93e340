import { expect, it } from "vitest";
import { createLiveStore, type LiveFrame } from "./liveStore.ts";

const row = (startMs: number, count: number, meanUs: number | null): LiveFrame["rows"][number] => ({
  segmentId: "a",
  part: 0,
  startMs,
  count,
  meanUs,
  p50Us: meanUs,
  p95Us: meanUs,
  p99Us: meanUs,
  abovePl: 0,
  aboveDl: 0,
  dropped: 0,
});

const series = (startMs: number[]) => ({
  bucketMs: 1000,
  predictions: [] as { segmentId: string; atMs: number; meanUs: number; lowUs: number; highUs: number }[],
  series: [
    {
      segmentId: "a",
      part: 0,
      startMs,
      count: startMs.map(() => 5),
      meanUs: startMs.map(() => 50),
      p50Us: startMs.map(() => 50),
      p95Us: startMs.map(() => 50),
      p99Us: startMs.map(() => 50),
      maxUs: startMs.map(() => 50),
      abovePl: startMs.map(() => 0),
      aboveDl: startMs.map(() => 0),
      dropped: startMs.map(() => 0),
    },
  ],
});

it("an open window that grows, its closed state and the same window from the database are one row", () => {
  const store = createLiveStore();
  store.load(series([1000, 2000]), true);
  store.take({ atMs: 2500, rows: [row(2000, 3, 40)] });
  store.take({ atMs: 3000, rows: [row(2000, 5, 50), row(3000, 1, 60)] });
  store.merge(series([2000]));
  const { x, columns } = store.buffer("a", 0).read();
  expect([...Array.from(x)]).toEqual([1, 2, 3]);
  expect(Array.from(columns.count ?? [])).toEqual([5, 5, 1]);
  expect(store.lastFrameMs()).toBe(3000);
});

it("a second without packets stays a gap", () => {
  const store = createLiveStore();
  store.take({ atMs: 1, rows: [row(1000, 0, null)] });
  expect(Array.from(store.buffer("a", 0).read().columns.mean ?? [])).toEqual([Number.NaN]);
});

it("a range that is loaded while the stream runs keeps what the database did not hold yet", () => {
  const store = createLiveStore();
  store.take({ atMs: 9000, rows: [row(7000, 4, 40), row(8000, 2, 60)] });
  store.load(series([5000, 6000, 7000]), true);
  expect(Array.from(store.buffer("a", 0).read().x)).toEqual([5, 6, 7, 8]);
  store.load(series([1000, 2000]), false);
  expect(Array.from(store.buffer("a", 0).read().x)).toEqual([1, 2]);
});

it("an hour of seconds and a little more is kept of a segment; of more the oldest go", () => {
  const store = createLiveStore();
  for (let second = 0; second < 4_500; second++)
    store.take({ atMs: 1_000 * second, rows: [row(1_000 * second, 1, 50)] });
  const { x } = store.buffer("a", 0).read();
  expect([x.length, x[0], x[x.length - 1]]).toEqual([4_000, 500, 4_499]);
});

it("stored windows stand beside what was predicted in their time, not beside the prediction of now", () => {
  const store = createLiveStore();
  const at = (atMs: number, meanUs: number) => ({
    ...{ segmentId: "a", atMs, meanUs, lowUs: meanUs - 1, highUs: meanUs + 1 },
  });
  store.load({ ...series([1000, 2000, 3000]), predictions: [at(2000, 50), at(2500, 900)] }, true);
  const { columns } = store.buffer("a", 0).read();
  expect(Array.from(columns.predicted ?? [])).toEqual([Number.NaN, 50, 900]);
  expect(Array.from(columns.low ?? [])).toEqual([Number.NaN, 49, 899]);
});

it("a stream that begins with nothing missed has brought no telemetry yet", () => {
  const store = createLiveStore();
  store.take({ atMs: 4_000, rows: [] });
  expect(store.lastFrameMs()).toBeNull();
  store.take({ atMs: 5_000, rows: [row(4_000, 1, 50)] });
  expect(store.lastFrameMs()).toBe(5_000);
});
