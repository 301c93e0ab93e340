import { describe, expect, it } from "vitest";
import { createRandom } from "../core/index.ts";
import { finiteWait } from "./finiteWait.ts";
import { meanWait } from "./wait.ts";

/** One by one: Poisson arrivals, first come first served, a packet that finds no room is lost. */
function simulated(pps: number, serviceUs: number, service: () => number, capacity: number) {
  const random = createRandom(4);
  const departures: number[] = [];
  let [now, free, taken, lost, waited] = [0, 0, 0, 0, 0];
  for (let n = 0; n < 400_000; n++) {
    now += (-Math.log(1 - random.next()) * 1e6) / pps;
    while (departures.length > 0 && departures[0]! <= now) departures.shift();
    if (departures.length > capacity) {
      lost++;
      continue;
    }
    const start = Math.max(now, free);
    free = start + service() * serviceUs;
    departures.push(free);
    taken++;
    waited += start - now;
  }
  return { waitUs: waited / taken, lossShare: lost / (lost + taken) };
}

describe("finite queue", () => {
  it("[W25] 9,000 packets/s on 6,000 with room for 64: 10.67 ms and 33 % lost (facts of the latency-control paper)", () => {
    const { waitUs, lossShare } = finiteWait(9000, 1e6 / 6000, 0, 64);
    expect(Math.abs(waitUs / 10_667 - 1)).toBeLessThan(0.02);
    expect(lossShare).toBeCloseTo(1 / 3, 3);
  });

  it.each([
    [5000, 64],
    [5900, 64],
    [6000, 10],
    [6600, 20],
    [12_000, 5],
  ])("[W25] %i packets/s with room for %i: a fixed pace as simulated packet by packet", (pps, capacity) => {
    const serviceUs = 1e6 / 6000;
    const expected = simulated(pps, serviceUs, () => 1, capacity);
    const found = finiteWait(pps, serviceUs, 0, capacity);
    expect(Math.abs(found.waitUs - expected.waitUs)).toBeLessThan(0.04 * expected.waitUs);
    expect(Math.abs(found.lossShare - expected.lossShare)).toBeLessThan(0.004);
  });

  it("[W25] exponential services: the closed form of M/M/1/K", () => {
    const [load, room] = [1.2, 11];
    const found = finiteWait(1.2e4, 100, 100, room - 1);
    const shares = Array.from({ length: room + 1 }, (_, n) => load ** n);
    const total = shares.reduce((a, b) => a + b, 0);
    const lossShare = shares[room]! / total;
    const mean = shares.reduce((sum, share, n) => sum + (n * share) / total, 0);
    expect(found.lossShare).toBeCloseTo(lossShare, 9);
    expect(found.waitUs).toBeCloseTo(mean / (0.012 * (1 - lossShare)) - 100, 6);
  });

  it("[W25] with much room it is Pollaczek-Khinchine", () => {
    const wait = meanWait(4000, 166, 30);
    if (!wait.stable) throw new Error("stable");
    expect(finiteWait(4000, 166, 30, 400).waitUs).toBeCloseTo(wait.waitUs, 6);
    expect(finiteWait(0, 166, 30, 64)).toMatchObject({ waitUs: 0, lossShare: 0 });
    expect(finiteWait(1e7, 166, 30, 64).lossShare).toBeCloseTo(1 - 1 / 1660, 6);
  });
});
