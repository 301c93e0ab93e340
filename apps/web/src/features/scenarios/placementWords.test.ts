import type { Placement } from "@p4twin/models/placement";
import { describe, expect, it } from "vitest";
import { answerOf, badgeOf, chainHops, hostLine, placeLine, routeNodes, statusOf } from "./placementWords.ts";

const placement: Placement = {
  status: "optimal",
  engine: "ilp",
  powerWatts: 65,
  bound: 65,
  gap: 0,
  timeMs: 3,
  embedded: 1,
  rejected: [],
  chains: [],
  conflicts: [],
};

describe("answerOf", () => {
  it.each([
    ["optimal", {}, "ok", "Optimal: 1 chain placed, 65 W"],
    ["feasible", { status: "feasible", gap: 0.12 }, "warn", "Feasible: 1 chain placed, 65 W"],
    [
      "feasible without bound",
      { status: "feasible", gap: null, rejected: ["b"] },
      "warn",
      "1 chain left out",
    ],
    ["infeasible", { status: "infeasible", embedded: 0 }, "bad", "Infeasible"],
  ] as const)("%s", (_name, change, tone, words) => {
    const answer = answerOf({
      ...placement,
      ...change,
      rejected: [...("rejected" in change ? change.rejected : [])],
    });
    expect(answer.tone).toBe(tone);
    expect(answer.title).toContain(words);
  });

  it("does not call infeasible what an engine has only not found", () => {
    const orders = { constraint: "one-by-one", ids: ["b"], message: "chain b fits the empty network" };
    const answer = answerOf({ ...placement, status: "infeasible", rejected: ["b"], conflicts: [orders] });
    expect(answer.tone).toBe("warn");
    expect(answer.title).toBe("No placement found: 1 chain placed, 1 chain left out");
    const given = { ...placement, status: "infeasible" as const, rejected: ["b"] };
    expect(statusOf({ ...given, conflicts: [orders] })).toEqual({ tone: "warn", word: "none found" });
    // a run in the history has its status and whether the engine gave up
    expect(badgeOf("infeasible", true)).toEqual({ tone: "warn", word: "none found" });
    expect(badgeOf("infeasible", false)).toEqual({ tone: "bad", word: "infeasible" });
    const proof = { constraint: "capacity", ids: ["b"], message: "b needs more than any device has" };
    expect(statusOf({ ...given, conflicts: [proof] })).toEqual({ tone: "bad", word: "infeasible" });
  });

  it("says how far a feasible answer is at most", () => {
    expect(answerOf({ ...placement, status: "feasible", gap: 0.12 }).detail).toContain("12.0 %");
  });
});

it("makes one step of each term of the delay", () => {
  const hops = chainHops({
    id: "a",
    hosts: ["npu1"],
    route: [["npu1"]],
    delayUs: 10,
    terms: [
      { device: "npu1", what: "base", us: 7.45, kind: "base" },
      { device: "npu1", what: "fw", us: 2.55, kind: "function" },
    ],
  });
  expect(hops.map((hop) => [hop.label, hop.predicted])).toEqual([
    ["npu1 base", [{ what: "base", us: 7.45 }]],
    ["npu1 fw", [{ what: "vnf", us: 2.55 }]],
  ]);
});

it("draws a route through every node once", () => {
  expect(
    routeNodes({
      route: [
        ["a", "s", "b"],
        ["b", "c"],
      ],
    }),
  ).toEqual(["a", "s", "b", "c"]);
  const placed = { hosts: ["a", "a"], route: [["a"]], entry: ["h1", "s", "a"], exit: ["a", "h2"] };
  expect(routeNodes(placed)).toEqual(["h1", "s", "a", "h2"]);
  expect(placeLine(placed)).toBe("h1 → a → h2");
  expect(hostLine(["a", "a", "b", "a"])).toBe("a → b → a");
});
