import { describe, expect, it } from "vitest";
import { type HopSpread, standOut } from "./standOut.ts";

const hop = (
  fastestUs: number | null,
  p75Us: number | null,
  p95Us = p75Us,
  queuedShare: number | null = 0,
) => ({
  ...{ label: "", packets: 100, fastestUs, p75Us, p95Us, queuedShare },
});

describe("[T28] the hop of a path that stands out by the path alone", () => {
  it.each<[string, HopSpread[], number | null]>([
    // the spreads of captures of real switches, the healthy ones first
    ["baru-calm", [hop(75, 123, 239), hop(49, 84, 140, 0.01), hop(81, 580, 11_883, 0.02)], null],
    ["onos-calm", [hop(87, 131, 176), hop(61, 97, 158), hop(86, 328, 3_801, 0.01)], null],
    ["geant10-calm", [hop(73, 107, 165, 0.01), hop(33, 90, 137, 0.01), hop(76, 110, 229)], null],
    ["bmv2-int21-report", [hop(149, 259, 310), hop(89, 148, 197), hop(116, 170, 254)], null],
    ["geant04-congested", [hop(407, 525, 5_064), hop(519, 481_163, 614_547, 0.9), hop(null, null, null)], 1],
    ["a queue for a fifth of the time", [hop(400, 500, 700), hop(500, 700, 9_000, 0.2), hop(90, 99, 120)], 1],
    [
      "no queue is told, slow most of the time",
      [hop(400, 500), hop(500, 90_000, 99_000, null), hop(90, 99)],
      1,
    ],
    ["a queue that costs nothing", [hop(400, 500), hop(500, 600, 700, 0.9)], null],
    ["below the resolution of a clock", [hop(0, 5, 9), hop(1, 1)], null],
    ["two alike: neither holds most", [hop(1, 900), hop(1, 900), hop(1, 900)], null],
    ["too few packets", [{ ...hop(1, 90_000), packets: 19 }, hop(1, 2)], null],
    ["one hop alone", [hop(500, 481_163, 614_547, 0.9)], 0],
    ["nothing is known", [hop(null, null), hop(null, null)], null],
  ])("%s", (_, hops, index) => {
    expect(standOut(hops)?.index ?? null).toBe(index);
  });

  it("holds its share of what the path took longer", () => {
    const found = standOut([hop(400, 500, 700), hop(500, 700, 10_500, 0.2)]);
    expect(found).toMatchObject({ index: 1, fastestUs: 500, meanUs: 10_500, byQueue: true });
    expect(found?.shareOfExcess).toBeCloseTo(10_000 / 10_100);
  });
});
