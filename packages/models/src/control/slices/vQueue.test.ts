import { describe, expect, it } from "vitest";
import { TrTcm } from "./trTcm.ts";
import { burstPackets, elapsed, SECOND_JUMP, VQueue, type VQueueConfig } from "./vQueue.ts";

describe("vQueue (thesis Listing 6.1)", () => {
  // rate Mbps, burst ms, packets of 1500 B
  it.each([
    ["DC BMv2", 48, 20, 80],
    ["Enterprise BMv2", 12, 10, 10],
    ["Peering BMv2", 240, 30, 600],
    ["DC SmartNIC", 480, 20, 800],
    ["Enterprise SmartNIC", 120, 10, 100],
    ["Peering SmartNIC", 2400, 30, 6000],
  ])(
    "[V1] %s: %s Mbps with %s ms take %s packets back to back (A22, Tables 6.2, 6.3)",
    (_, mbps, burstMs, packets) => {
      const config: VQueueConfig = { packetTime: 12_000 / mbps, dropAbove: burstMs * 1000, markAbove: null };
      expect(burstPackets(config)).toBe(packets);
      const queue = new VQueue(config);
      let taken = 0;
      while (queue.offer(1, false) !== "drop") taken++;
      // the sum of many packet times may miss the limit by a rounding
      expect(Math.abs(taken - packets)).toBeLessThanOrEqual(1);
    },
  );

  it("[V2] drains with the clock, does not add what it drops, starts again after a pause", () => {
    const queue = new VQueue({ packetTime: 10, dropAbove: 30, markAbove: null });
    const at = (now: number) => [queue.offer(now, false), queue.delay];
    expect([at(100), at(100), at(100), at(100)]).toEqual([
      ["pass", 10],
      ["pass", 20],
      ["pass", 30],
      ["drop", 30],
    ]);
    expect(at(105)).toEqual(["drop", 25]);
    expect(at(110)).toEqual(["pass", 30]);
    expect(at(1000)).toEqual(["pass", 10]);
  });

  it("[V3] marks ECN-capable packets above the threshold, and counts the real delay where it is greater", () => {
    const queue = new VQueue({ packetTime: 10, dropAbove: 100, markAbove: 15 });
    expect([queue.offer(1, true), queue.offer(1, true), queue.offer(1, false)]).toEqual([
      "pass",
      "mark",
      "pass",
    ]);
    const busy = new VQueue({ packetTime: 10, dropAbove: 100, markAbove: 15 });
    expect([busy.offer(1, true, 50), busy.offer(1, true, 95)]).toEqual(["mark", "drop"]);
  });

  it("[V4] 2^32 - 10^9 is what seconds-and-nanoseconds jump (A26); the first and a reordered packet drain nothing", () => {
    expect(SECOND_JUMP).toBe(3_294_967_296);
    expect(elapsed(2 ** 32 * 8 + 100, 2 ** 32 * 7 + 999_999_900)).toBe(200);
    expect([elapsed(500, 0), elapsed(400, 500), elapsed(700, 500)]).toEqual([0, 0, 200]);
  });
});

describe("meter", () => {
  it("[V6] is green to the committed rate, yellow to the peak rate, red above (RFC 2698)", () => {
    const meter = new TrTcm({ cirBps: 8e6, cbsBytes: 1500, pirBps: 16e6, pbsBytes: 3000 });
    // 1 B/us committed, 2 B/us peak
    const colours = [0, 0, 0, 750, 1500, 3000].map((us) => meter.offer(us, 1500));
    expect(colours).toEqual(["green", "yellow", "red", "yellow", "green", "green"]);
  });
});
