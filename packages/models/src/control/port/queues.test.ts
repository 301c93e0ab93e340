import { describe, expect, it } from "vitest";
import { createRandom } from "../../core/index.ts";
import { EventHeap } from "../eventHeap.ts";
import { createFlowTally } from "../tally/flowTally.ts";
import { RateLimitedQueue } from "./egressQueue.ts";
import { SharedLine } from "./sharedLine.ts";

describe("event heap", () => {
  it.each([1, 2, 3])("[C10] gives events by time, equal times in order of insertion (seed %s)", (seed) => {
    const random = createRandom(seed);
    const heap = new EventHeap();
    const waiting: { time: number; code: number }[] = [];
    const popped: { time: number; code: number }[] = [];
    const expected: { time: number; code: number }[] = [];
    for (let code = 0; code < 2000; code++) {
      const time = random.integer(50) + (popped.at(-1)?.time ?? 0);
      heap.push(time, code);
      waiting.push({ time, code });
      if (random.next() < 0.4) {
        popped.push({ time: heap.nextTime, code: heap.pop() });
        // a stable sort keeps equal times in order of insertion
        waiting.sort((a, b) => a.time - b.time);
        expected.push(...waiting.splice(0, 1));
      }
    }
    expect(popped).toEqual(expected);
    expect(heap.size).toBe(waiting.length);
  });
});

describe("queues", () => {
  it("[C2] BMv2's rule: one per interval, tail drop at the capacity, depths for T_queue", () => {
    const queue = new RateLimitedQueue(1000, 3);
    expect([0, 0, 0, 0].map((at) => queue.offer(at, true))).toEqual([0, 1000, 2000, 3000]);
    expect(queue.depthAt(500)).toBe(3);
    expect(queue.offer(500, false)).toBe(Number.POSITIVE_INFINITY);
    expect(queue.offer(1500, true)).toBe(4000);
    // the packet that left at 1000 had found one waiting (the first left at once) and left two
    expect(queue.register.read(1500, { refined: false, decayAfterUs: null })).toBe(1000);
    expect(queue.depthAt(4000)).toBe(0);
    expect(queue.register.read(4000, { refined: true, decayAfterUs: null })).toBe(0);
  });

  it("[C16] a shared line serves the top priority first, one per interval", () => {
    const line = new SharedLine(1000, 2);
    expect(line.nextServiceUs(5)).toBe(5);
    expect([
      line.offer(5, 1, false, true),
      line.offer(5, 2, false, true),
      line.offer(5, 3, false, true),
    ]).toEqual([true, true, false]);
    expect(line.serve(5)).toBe(1);
    expect(line.offer(6, 4, true, true)).toBe(true);
    expect(line.nextServiceUs(6)).toBe(1005);
    expect([line.serve(1005), line.serve(2005)]).toEqual([4, 2]);
    expect(line.normal.register.read(2005, { refined: false, decayAfterUs: null })).toBe(2000);
    expect(line.top.register.read(2005, { refined: false, decayAfterUs: null })).toBe(999);
  });
});

describe("flow tally", () => {
  it("[C28] counts every outcome once and gives nearest-rank percentiles; unknown is null", () => {
    const tally = createFlowTally(["a", "b"], 10, 1000);
    const packet = (
      outcome: "delivered" | "policyDrop" | "tailDrop" | "vnfLoss",
      sentUs: number,
      delayUs: number,
    ) => tally.add({ flowId: "a", outcome, sentUs, endUs: sentUs + delayUs, passes: [] });
    for (let i = 1; i <= 100; i++) packet("delivered", 10, i);
    packet("policyDrop", 10, 0);
    packet("tailDrop", 10, 0);
    packet("vnfLoss", 10, 0);
    packet("delivered", 9, 1e6);
    packet("delivered", 1000, 1e6);
    const [a, b] = tally.summaries();
    expect(a).toEqual({
      flowId: "a",
      sent: 103,
      delivered: 100,
      policyDrops: 1,
      tailDrops: 1,
      vnfLosses: 1,
      loss: 3 / 103,
      meanUs: 50.5,
      minUs: 1,
      p50Us: 50,
      p95Us: 95,
      p99Us: 99,
      maxUs: 100,
    });
    expect(b).toMatchObject({ sent: 0, loss: 0, meanUs: null, p99Us: null });
  });
});
