import { describe, expect, it } from "vitest";
import { explore } from "../../../testing/synthesis/metron/explore.ts";
import { CONTRACT_ORDER, checkMove } from "../../../testing/synthesis/metron/moveModel.ts";
import { MERGE_ORDER, type MoveStep, SPLIT_ORDER } from "./moveOrder.ts";

const split = { isTargetRunning: false, flows: 2, packets: 4 };
const merge = { ...split, isTargetRunning: true };
const swapped = (order: readonly MoveStep[], i: number): MoveStep[] => {
  const out = [...order];
  [out[i], out[i + 1]] = [out[i + 1]!, out[i]!];
  return out;
};

describe("all interleavings of a move with packets", () => {
  it("[M1] split and merge lose no packet, and none meets a core without the state of its flow", () => {
    const answers = [checkMove(SPLIT_ORDER, split), checkMove(MERGE_ORDER, merge)];
    for (const answer of answers) {
      expect(answer).toMatchObject({ ok: true });
      expect(answer.states).toBeGreaterThan(1000);
    }
  });

  it("[M2] wrong orders are caught, each with the way there", () => {
    const without = (order: readonly MoveStep[], step: MoveStep) => order.filter((s) => s !== step);
    const problemOf = (order: readonly MoveStep[], options = split): string => {
      const answer = checkMove(order, options);
      return answer.ok ? "none" : answer.problem;
    };
    expect(problemOf(swapped(SPLIT_ORDER, 1))).toMatch(/no queue for the new tag/);
    expect(problemOf(without(SPLIT_ORDER, "drain"))).toMatch(/no state of flow/);
    expect(problemOf(without(SPLIT_ORDER, "copyState"))).toMatch(/the new core has no state of flow 0/);
    expect(problemOf(without(SPLIT_ORDER, "startCore"))).toMatch(/a packet waits for ever/);
    expect(problemOf(swapped(SPLIT_ORDER, 4))).toMatch(/no state/);
    expect(problemOf(["stopCore", ...without(MERGE_ORDER, "stopCore")], merge)).toMatch(
      /stops with packets|for ever/,
    );
    expect(problemOf(["closeQueue", ...without(MERGE_ORDER, "closeQueue")], merge)).toMatch(/old tag/);
    expect(problemOf(["drain", ...without(SPLIT_ORDER, "drain")])).toMatch(/waits for ever/);
  });

  it("[M2] of all neighbours in the order only those may change places that do not depend on each other", () => {
    const harmless = SPLIT_ORDER.slice(1).flatMap((step, i) =>
      checkMove(swapped(SPLIT_ORDER, i), split).ok ? [`${step} before ${SPLIT_ORDER[i]}`] : [],
    );
    expect(harmless).toEqual(["openQueue before startCore", "retire before release"]);
  });

  it("[M3] copying the state first, as [katsikas-offload] has it, loses the state of a flow that begins in between", () => {
    const answer = checkMove(CONTRACT_ORDER, split);
    expect(answer).toMatchObject({ ok: false, problem: expect.stringContaining("no state of flow 1") });
    if (answer.ok) return;
    const begins = answer.trace.lastIndexOf("the old core takes a packet");
    expect(begins).toBeGreaterThan(answer.trace.indexOf("step copyState"));
    // flows that were all known before are safe, unless the old core forgets them at once
    expect(checkMove(CONTRACT_ORDER, { ...split, flows: 1 }).ok).toBe(true);
    expect(checkMove([...CONTRACT_ORDER, "retire"], { ...split, flows: 1 })).toMatchObject({
      problem: expect.stringContaining("the old core has no state of flow 0"),
    });
  });

  it("[M2] the explorer finds a shortest way, and gives up loudly", () => {
    const model = {
      initial: 0,
      actions: (n: number) => [1, 2].map((d) => ({ label: `+${d}`, next: n + d })),
      problem: (n: number) => (n === 4 ? "four" : null),
    };
    expect(explore(model)).toMatchObject({ ok: false, problem: "four", trace: ["+2", "+2"] });
    expect(() => explore({ ...model, problem: () => null }, 100)).toThrow(/more than 100 states/);
  });
});
