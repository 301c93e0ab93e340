import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scalingPresets, splitFactor } from "../data/library.ts";
import { decideScaling } from "./decideScaling.ts";
import {
  canSplit,
  groupShare,
  mergeGroups,
  reactionMs,
  type ScaledGroup,
  splitGroup,
  verdictOf,
} from "./rules.ts";

const thesis = scalingPresets()[0]!;
const classes = (n: number, operation = "nat", share = 1 / n) =>
  Array.from({ length: n }, (_, i) => ({ id: `c${i}`, operation, share, flows: 1 }));
const group = (core: number, n: number, whole = 1): ScaledGroup => ({
  id: `g${core}`,
  core,
  classes: classes(n, "nat", whole / n),
});

describe("scaling", () => {
  it("[S14] splits in two, keeps the core of the first half, loses no class and no traffic", () => {
    expect(splitFactor()).toBe(2);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 9 }), (n, flows) => {
        const whole = { ...group(3, n), classes: group(3, n).classes.map((c) => ({ ...c, flows })) };
        const split = splitGroup(whole, 7);
        expect(split !== null).toBe(canSplit(whole));
        if (split === null) return;
        expect(split.map((g) => g.core)).toEqual([3, 7]);
        expect(split.every((g) => g.classes.length > 0)).toBe(true);
        expect(groupShare(split[0]) + groupShare(split[1])).toBeCloseTo(groupShare(whole), 9);
        expect(split.flatMap((g) => g.classes).reduce((sum, c) => sum + c.flows, 0)).toBe(n * flows);
      }),
    );
  });

  it("[S14] a single flow stays whole; only groups of one operation become one", () => {
    expect(splitGroup(group(0, 1), 1)).toBeNull();
    expect(mergeGroups(group(0, 2), group(1, 3))!.classes).toHaveLength(5);
    expect(mergeGroups(group(0, 2), { id: "x", core: 1, classes: classes(1, "drop") })).toBeNull();
  });

  it("[S14] thresholds, period and least reaction", () => {
    expect(thesis.periodMs.value).toBe(500);
    expect([0.1, 0.15, 0.5, 0.75, 0.76].map((load) => verdictOf(load, thesis))).toEqual([
      "merge",
      "keep",
      "keep",
      "keep",
      "split",
    ]);
    expect(reactionMs(thesis, 1000, 0.17)).toBeCloseTo(670, 9);
  });

  it("[S14] says why an overloaded group stays: no core, or one flow", () => {
    const actionsOf = (groups: ScaledGroup[], cores: number) =>
      decideScaling(groups, (g) => 2 * groupShare(g), thesis, cores).actions;
    expect(actionsOf([group(0, 4)], 1)).toEqual([{ kind: "stuck", group: "g0", reason: "no core is free" }]);
    expect(actionsOf([group(0, 1)], 4)).toMatchObject([
      { kind: "stuck", reason: expect.stringContaining("single flow") },
    ]);
  });
});
