import { DEFAULT_OPTIONS, PathDelays } from "@p4twin/models/telemetry";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Exporter } from "./exporters.ts";
import { createFairQueue } from "./fairQueue.ts";

const exporters = (count: number): Exporter[] =>
  Array.from(
    { length: count },
    (_, i) =>
      new Exporter(
        `10.0.0.${i}`,
        i,
        { name: null, accepted: true, options: DEFAULT_OPTIONS, maxDatagramsPerSecond: null, sampleOneIn: 1 },
        0,
        new PathDelays(),
      ),
  );

describe("the queue between the portable source and the decoder", () => {
  it("reads exporters in turn, each in its own order", () => {
    const [a, b] = exporters(2);
    const queue = createFairQueue(10);
    for (const n of [1, 2, 3]) queue.push(a, Uint8Array.of(n));
    queue.push(b, Uint8Array.of(9));
    const read: string[] = [];
    queue.take(3, (e, d) => read.push(`${e.index}:${d[0]}`));
    queue.take(9, (e, d) => read.push(`${e.index}:${d[0]}`));
    expect(read).toEqual(["0:1", "1:9", "0:2", "0:3"]);
    expect(queue.size).toBe(0);
  });

  it("a hot exporter at 20 times the rate of a calm one loses, the calm one nothing", () => {
    const [hot, calm] = exporters(2);
    const queue = createFairQueue(100);
    const got = new Map<Exporter, number>();
    for (let round = 0; round < 200; round++) {
      for (let i = 0; i < 20; i++) queue.push(hot, new Uint8Array(1));
      queue.push(calm, new Uint8Array(1));
      queue.take(10, (e) => got.set(e, (got.get(e) ?? 0) + 1));
    }
    queue.take(queue.size, (e) => got.set(e, (got.get(e) ?? 0) + 1));
    expect(calm.queueDropped).toBe(0);
    expect(got.get(calm)).toBe(200);
    expect(hot.queueDropped).toBeGreaterThan(1_000);
    expect((got.get(hot) ?? 0) + hot.queueDropped).toBe(20 * 200);
  });

  it("never holds more than its capacity, and every datagram is read, dropped or waiting", () => {
    const steps = fc.array(fc.record({ who: fc.nat(4), burst: fc.nat(30), reads: fc.nat(10) }), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 50 }), (all, capacity) => {
        const some = exporters(5);
        const queue = createFairQueue(capacity);
        let pushed = 0;
        let read = 0;
        for (const { who, burst, reads } of all) {
          for (let i = 0; i < burst; i++) queue.push(some[who], new Uint8Array(1));
          pushed += burst;
          queue.take(reads, () => read++);
          expect(queue.size).toBeLessThanOrEqual(capacity);
        }
        const dropped = some.reduce((n, e) => n + e.queueDropped, 0);
        expect(read + dropped + queue.size).toBe(pushed);
      }),
    );
  });
});
