import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Timeline } from "../timeline.ts";
import { type Crossed, EgressPort } from "./egressPort.ts";
import { RateLimitedQueue } from "./egressQueue.ts";
import { PortQueues } from "./portQueues.ts";

const unlimited = { ratePps: Number.POSITIVE_INFINITY, depth: 64 };

describe("an egress port", () => {
  it("[C2] each priority gives the departures of BMv2's rule, whatever comes when", () => {
    const packets = fc.array(fc.tuple(fc.integer({ min: 0, max: 900 }), fc.nat(1)), { maxLength: 60 });
    fc.assert(
      fc.property(packets, fc.integer({ min: 1, max: 6 }), (offers, depth) => {
        const timeline = new Timeline();
        const limits = { ratePps: 2000, depth };
        const port = new EgressPort(timeline, [limits, limits]);
        const alone = [new RateLimitedQueue(2000, depth), new RateLimitedQueue(2000, depth)];
        const expected: number[] = [];
        const left: number[] = [];
        let atUs = 0;
        for (const [gap, priority] of offers) {
          atUs += gap;
          timeline.advance(atUs);
          const departureUs = alone[priority]!.offer(atUs, false);
          const isTaken = port.offer(priority, ({ dequeuedUs }) => left.push(dequeuedUs));
          expect(isTaken).toBe(Number.isFinite(departureUs));
          if (isTaken) expected.push(departureUs);
        }
        timeline.advance(Number.POSITIVE_INFINITY);
        expect(left).toEqual(expected.sort((a, b) => a - b));
      }),
    );
  });

  it("what the wire holds leaves by priority when it is free, and what leaves may hold it again", () => {
    const timeline = new Timeline();
    const port = new EgressPort(timeline, [unlimited, unlimited]);
    const left: [string, Crossed][] = [];
    const offer = (name: string, priority: number): boolean =>
      port.offer(priority, (crossed) => {
        left.push([name, crossed]);
        port.hold(timeline.nowUs + 100);
      });
    offer("a", 0);
    offer("b", 0);
    offer("c", 0);
    timeline.advance(30);
    offer("d", 1);
    timeline.advance(1000);
    expect(left.map(([name, { dequeuedUs }]) => [name, dequeuedUs])).toEqual([
      ["a", 0],
      ["d", 100],
      ["b", 200],
      ["c", 300],
    ]);
    expect(left.map(([, { before, behind }]) => [before, behind])).toEqual([
      [0, 0],
      [0, 0],
      [0, 1],
      [1, 0],
    ]);
  });

  it("rates and depths of all ports, of one, of one priority", () => {
    const timeline = new Timeline();
    const queues = new PortQueues(timeline, 2);
    expect(queues.isOpen(1)).toBe(true);
    queues.setRate(1000);
    queues.setDepth(1, 1);
    queues.setDepth(2, 1, 1);
    queues.setRate(0, 3);
    const taken = (port: number, priority: number): number =>
      Array.from({ length: 5 }, () => queues.offer(port, priority, () => undefined)).filter(Boolean).length;
    // the first leaves at once
    expect([taken(1, 0), taken(1, 1), taken(2, 1), taken(3, 0), taken(4, 0)]).toEqual([2, 3, 5, 5, 5]);
    timeline.advance(1000);
    expect([taken(1, 0), taken(1, 1)]).toEqual([1, 1]);
  });
});
