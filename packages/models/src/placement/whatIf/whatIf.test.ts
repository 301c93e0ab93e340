import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catalogue, instanceOf, nowMs, problemOf } from "../fixtures/clouds.ts";
import { randomCloud } from "../fixtures/randomCloud.ts";
import { greedy } from "../greedy.ts";
import { verifyPlacement } from "../verify.ts";
import { applyChange, applyChanges } from "./applyChange.ts";
import type { Change } from "./change.ts";
import { compareEvaluations } from "./compareEvaluations.ts";
import { decodeChanges, encodeChanges } from "./encodeChanges.ts";
import { evaluatePlacement } from "./evaluatePlacement.ts";
import type { Evaluation } from "./evaluation.ts";
import { placementOf } from "./placementOf.ts";
import { startWhatIf, type WhatIf } from "./state.ts";

const segment = { id: "s1", kind: "uc1", fromFunction: 1, toFunction: 2, plUs: 10, dlUs: 20 } as const;

/** Two servers with SmartNICs below a programmable switch, a second way over a plain one. */
const problem = problemOf({
  devices: [
    { id: "tor", profile: "asic" },
    { id: "npu1", profile: "npu" },
    { id: "npu2", profile: "npu" },
    { id: "cpu1", profile: "cpu" },
  ],
  switches: [{ id: "core", delayUs: 5 }],
  links: [
    { a: "npu1", b: "tor", gbps: 10 },
    { a: "npu2", b: "tor", gbps: 10 },
    { a: "npu1", b: "core", gbps: 10 },
    { a: "npu2", b: "core", gbps: 10 },
    { a: "cpu1", b: "npu1", gbps: 63 },
  ],
  chains: [
    { id: "a", functions: ["fw", "nat", "l3fwd"], gbps: 2, maxDelayUs: 12, segments: [segment] },
    { id: "b", functions: ["fw", "l3fwd"], gbps: 3 },
  ],
});
const base = startWhatIf(problem, {
  chains: [
    { id: "a", hosts: ["npu1", "npu1", "npu1"], route: [["npu1"]] },
    { id: "b", hosts: ["npu1", "npu2"], route: [["npu1", "tor", "npu2"]] },
  ],
});
const evaluate = (state: WhatIf): Evaluation => evaluatePlacement(state, { catalogue });
const after = (...changes: Change[]): WhatIf => {
  const { state, refused } = applyChanges(base, changes, catalogue);
  expect(refused).toEqual([]);
  return state;
};
const chainOf = (e: Evaluation, id: string) => e.chains.find((c) => c.id === id)!;
const constraints = (e: Evaluation): string[] => e.violations.map((v) => v.constraint);

describe("evaluation of a layout", () => {
  it("[WI1] delays by Eq. 5.19 with terms, budget and slack; use, power and price of what is used", () => {
    const e = evaluate(base);
    expect(e.violations).toEqual([]);
    expect(chainOf(e, "a")).toMatchObject({ budgetUs: 12, delay: { delayUs: 10 } });
    expect(chainOf(e, "a").slackUs).toBeCloseTo(2, 9);
    // base + fw + l2fwd | ASIC | base + l3fwd
    expect(chainOf(e, "b").delay?.delayUs).toBeCloseTo(7.45 + 0.22 + 0.5 + 2 + 7.45 + 1.11, 9);
    expect(e).toMatchObject({ powerWatts: 65 + 100 + 65, costUsd: 500 + 40000 + 500 });
    const npu1 = e.devices.find((d) => d.id === "npu1")!;
    expect(npu1).toMatchObject({
      forwards: true,
      ingressGbps: { used: 5, limit: 10 },
      egressGbps: { used: 2 },
    });
    // fw + nat + l3fwd + fw, and the required l2fwd
    expect(npu1.constructs).toEqual({ used: 4 + 6 + 5 + 4 + 3, limit: 500 });
    expect(e.links).toContainEqual({ a: "npu1", b: "tor", gbps: 10, thereGbps: 3, backGbps: 0 });
  });

  it("[WI2] two intervals: of one profile the same error twice, of each packet its own; unknown on the way is unknown", () => {
    const e = evaluate(base);
    const delayOfA = chainOf(e, "a").delay!;
    expect(delayOfA.meanHighUs).toBeCloseTo(10 + 0.4, 4);
    expect(delayOfA.highUs).toBeCloseTo(10 + Math.hypot(0.4, 0.21), 4);
    const unknown = { meanLowUs: null, meanHighUs: null, lowUs: null, highUs: null };
    expect(chainOf(e, "b").delay).toMatchObject(unknown);
    const around = evaluate(after({ kind: "fail", node: "tor" }, { kind: "reroute", chain: "b" }));
    const { delayUs, meanHighUs, highUs } = chainOf(around, "b").delay!;
    expect(delayUs).toBeCloseTo(7.45 + 0.22 + 0.5 + 5 + 7.45 + 1.11, 9);
    // in quadrature it was 0.57, which holds the mean of two devices of one profile in 52 % instead of 68
    expect(meanHighUs! - delayUs).toBeCloseTo(2 * 0.4, 4);
    expect(highUs! - delayUs).toBeCloseTo(Math.hypot(2 * 0.4, Math.SQRT2 * 0.21), 4);
  });

  it("[WI16] a sum over chains has the interval of its mean: of one profile the same error in each, and none of a packet", () => {
    const apart = evaluate(after({ kind: "move", chain: "b", position: 0, to: "npu2" }));
    const { delayUs, meanLowUs, meanHighUs } = apart;
    // one access to npu1 and one to npu2, both of the profile whose fit is off by 0.4 us
    expect(delayUs).toBeCloseTo(10 + 7.45 + 0.22 + 1.11, 9);
    expect(meanHighUs! - delayUs).toBeCloseTo(2 * 0.4, 4);
    expect(delayUs - meanLowUs!).toBeCloseTo(2 * 0.4, 4);
    expect(evaluate(base)).toMatchObject({ meanLowUs: null, meanHighUs: null });
    const onlyA = evaluate(after({ kind: "fail", node: "npu2" }));
    expect(onlyA.meanHighUs).toBeCloseTo(10 + 0.4, 4);
  });

  it("[WI3] a segment lies between the interfaces around its functions and is judged by PL and DL", () => {
    const whole = chainOf(evaluate(base), "a").segments[0]!;
    expect(whole).toMatchObject({ delay: { delayUs: 10 }, state: "within" });
    const split = evaluate(after({ kind: "move", chain: "a", position: 0, to: "npu2" }));
    const own = chainOf(split, "a").segments[0]!;
    expect(own.terms.map((t) => t.what)).toEqual(["base", "nat", "l3fwd"]);
    const tight = (plUs: number, dlUs: number) =>
      evaluate(after({ kind: "thresholds", chain: "a", segment: "s1", plUs, dlUs }));
    expect(chainOf(tight(9, 10), "a").segments[0]!.state).toBe("above-pl");
    expect(chainOf(tight(8, 9), "a").segments[0]!.state).toBe("above-dl");
    expect(tight(8, 9).violations[0]!.message).toMatch(/segment s1 of chain a takes 10 us .* DL of 9 us/);
  });

  it.each<[string, Change[], string, RegExp]>([
    [
      "budget",
      [{ kind: "budget", chain: "a", maxDelayUs: 9.5 }],
      "5.31",
      /10 us, 0.5 us more than its budget of 9.5/,
    ],
    ["host down", [{ kind: "fail", node: "npu2" }], "failed", /l3fwd is on npu2, which has failed/],
    ["transit down", [{ kind: "fail", node: "tor" }], "failed", /tor on its way has failed/],
    [
      "link down",
      [{ kind: "fail-link", a: "tor", b: "npu2" }],
      "failed",
      /link tor - npu2 on its way has failed/,
    ],
    [
      "load",
      [{ kind: "load", chain: "b", gbps: 9 }],
      "5.26",
      /npu1 is asked for 11 Gbps of ingress, it has 10/,
    ],
    [
      "link capacity",
      [{ kind: "link", a: "npu1", b: "tor", gbps: 2 }],
      "5.30",
      /npu1 - tor is asked for 3 Gbps, it has 2/,
    ],
    [
      "extern",
      [
        { kind: "add-chain", chain: { id: "c", functions: ["lb"], gbps: 9, maxDelayUs: null, segments: [] } },
        { kind: "place", chain: "c", hosts: ["npu2"] },
      ],
      "5.14",
      /npu2 is asked for 9 Gbps of siphash-2-4, it has 7.6/,
    ],
    [
      "no place",
      [{ kind: "add-chain", chain: { id: "c", functions: ["fw"], gbps: 1, maxDelayUs: null, segments: [] } }],
      "5.6",
      /chain c: has no place yet/,
    ],
    [
      "no way",
      [
        { kind: "fail", node: "tor" },
        { kind: "fail", node: "core" },
        { kind: "move", chain: "a", position: 2, to: "npu2" },
      ],
      "5.28",
      /no way is left from npu1 to npu2/,
    ],
  ])("[WI4] names what is broken, in words: %s", (_, changes, constraint, message) => {
    const { violations } = evaluate(after(...changes));
    const found = violations.find((v) => v.constraint === constraint && message.test(v.message));
    expect(found, JSON.stringify(violations)).toBeDefined();
  });
});

describe("changes", () => {
  it("[WI5] never mutate, and undo themselves", () => {
    const frozen = structuredClone(base);
    const there: Change[] = [
      { kind: "move", chain: "b", position: 0, to: "npu2" },
      { kind: "profile", device: "npu1", profile: "cpu" },
      { kind: "fail", node: "tor" },
      { kind: "fail-link", a: "core", b: "npu1" },
      { kind: "load", chain: "a", gbps: 7 },
      { kind: "budget", chain: "a", maxDelayUs: null },
    ];
    const back: Change[] = [
      { kind: "restore", node: "tor" },
      { kind: "restore-link", a: "npu1", b: "core" },
      { kind: "profile", device: "npu1", profile: "npu" },
      { kind: "move", chain: "b", position: 0, to: "npu1" },
      { kind: "load", chain: "a", gbps: 2 },
      { kind: "budget", chain: "a", maxDelayUs: 12 },
    ];
    expect(after(...there)).not.toEqual(base);
    expect(after(...there, ...back)).toEqual(base);
    expect(base).toEqual(frozen);
  });

  it("[WI6] what moves takes the fastest way with room left", () => {
    const [route] = after({ kind: "move", chain: "a", position: 2, to: "npu2" }).layout.chains[0]!.route;
    expect(route).toEqual(["npu1", "tor", "npu2"]);
    const full = after(
      { kind: "link", a: "npu1", b: "tor", gbps: 4 },
      { kind: "move", chain: "a", position: 2, to: "npu2" },
    );
    expect(full.layout.chains[0]!.route[0]).toEqual(["npu1", "core", "npu2"]);
  });

  it.each<[string, Change, RegExp]>([
    ["chain", { kind: "budget", chain: "zz", maxDelayUs: 1 }, /no chain zz/],
    ["device", { kind: "move", chain: "a", position: 0, to: "core" }, /no device core/],
    ["function", { kind: "move", chain: "a", position: 9, to: "npu1" }, /no function 9/],
    ["hosts", { kind: "place", chain: "a", hosts: ["npu1"] }, /3 functions, not 1/],
    ["profile", { kind: "profile", device: "npu1", profile: "warp" }, /no device profile warp/],
    ["node", { kind: "fail", node: "zz" }, /no device or switch zz/],
    ["link", { kind: "fail-link", a: "npu1", b: "npu2" }, /no link npu1 - npu2/],
    ["capacity", { kind: "link", a: "cpu1", b: "tor", gbps: 1 }, /no link cpu1 - tor/],
    ["segment", { kind: "thresholds", chain: "a", segment: "zz", plUs: 1, dlUs: 2 }, /no segment zz/],
    [
      "PL over DL",
      { kind: "thresholds", chain: "a", segment: "s1", plUs: 3, dlUs: 2 },
      /PL 3 us is above DL 2 us/,
    ],
    ["second chain", { kind: "add-chain", chain: { ...problem.chains[0]! } }, /a chain a already/],
    [
      "unknown function",
      { kind: "add-chain", chain: { ...problem.chains[0]!, id: "n", functions: ["zz"] } },
      /no function zz/,
    ],
    ["second device", { kind: "add-device", id: "core", profile: "npu", links: [] }, /a node core already/],
    [
      "device's link",
      { kind: "add-device", id: "n", profile: "npu", links: [{ to: "zz", gbps: 1 }] },
      /no device or switch zz/,
    ],
  ])("[WI7] refuse what names nothing: %s", (_, change, message) => {
    const result = applyChange(base, change, catalogue);
    expect(result.ok ? "" : result.error).toMatch(message);
  });

  it("[WI8] a comparison tells the deltas and the turns", () => {
    const variant = after(
      { kind: "profile", device: "npu2", profile: "cpu" },
      { kind: "budget", chain: "a", maxDelayUs: 9 },
    );
    const { chains, devices, powerWatts, violations } = compareEvaluations(evaluate(base), evaluate(variant));
    expect(chains[0]).toMatchObject({
      id: "a",
      turn: "over-budget",
      delayUs: { delta: 0 },
      budgetUs: { delta: -3 },
    });
    expect(chains[1]!.delayUs.delta).toBeCloseTo(45.9 - 7.45 - 1.11, 9);
    expect(devices.find((d) => d.id === "npu2")).toMatchObject({
      profile: { base: "npu", variant: "cpu" },
      powerWatts: { delta: -15 },
    });
    expect(powerWatts.delta).toBe(-15);
    expect(violations.added).toHaveLength(1);
    const lost = compareEvaluations(evaluate(base), evaluate(after({ kind: "fail", node: "tor" })));
    expect(lost.chains[1]).toMatchObject({ turn: "lost", delayUs: { variant: null, delta: null } });
  });

  it("[WI9] go through a URL and back; what is no change says so", () => {
    const changes: Change[] = [
      { kind: "move", chain: "a1", position: 0, to: "npu2" },
      { kind: "place", chain: "a", hosts: ["npu1", "cpu1"] },
      { kind: "budget", chain: "a", maxDelayUs: null },
      { kind: "load", chain: "a", gbps: 2.5 },
      { kind: "fail-link", a: "rack1-tor", b: "core1" },
      { kind: "add-chain", chain: { ...problem.chains[0]!, name: "a*b~c d" } },
      { kind: "add-device", id: "n", profile: "npu", links: [{ to: "tor", gbps: 10 }] },
    ];
    const text = encodeChanges(changes);
    expect(text.startsWith("m~a1~0~npu2*p~a~")).toBe(true);
    expect(decodeChanges(text)).toEqual({ ok: true, value: changes });
    const url = new URLSearchParams({ c: text });
    expect(decodeChanges(new URLSearchParams(url.toString()).get("c")!)).toEqual({
      ok: true,
      value: changes,
    });
    for (const bad of ["x~a", "m~a1", "m~a1~x~npu2", "g~a~-1", "m~a1~0~%zz", "b~a~{"])
      expect(decodeChanges(bad)).toMatchObject({ ok: false });
    fc.assert(fc.property(fc.string(), (any) => void decodeChanges(any)));
  });
});

describe("against the independent checker", () => {
  it("[WI10] random layouts of random clouds: the same delays, power and broken constraints", () => {
    const move = fc.tuple(fc.nat(), fc.nat(), fc.nat());
    fc.assert(
      fc.property(randomCloud, fc.array(move, { maxLength: 12 }), (cloud, moves) => {
        const instance = instanceOf(cloud);
        let state = startWhatIf(instance.problem, greedy(instance, { nowMs }));
        const { chains, devices } = instance.problem;
        for (const [c, position, d] of moves) {
          const chain = chains[c % chains.length]!;
          const to = devices[d % devices.length]!.id;
          const laid = state.layout.chains.some((l) => l.id === chain.id);
          const change: Change = laid
            ? { kind: "move", chain: chain.id, position: position % chain.functions.length, to }
            : { kind: "place", chain: chain.id, hosts: chain.functions.map(() => to) };
          const next = applyChange(state, change, catalogue);
          if (!next.ok) throw new Error(next.error);
          state = next.value;
        }
        const evaluation = evaluate(state);
        const judged = verifyPlacement(instance.problem, catalogue, placementOf(state, { catalogue }));
        // unsound chains are rejected in the answer, so the checker sees only the others
        const unsound = new Set(["5.6", "5.9", "5.10", "5.25", "5.28", "5.29", "failed"]);
        const own = constraints(evaluation).filter((c) => !unsound.has(c));
        expect(own.sort()).toEqual(judged.map((v) => v.constraint).sort());
      }),
      { numRuns: 400 },
    );
  });
});
