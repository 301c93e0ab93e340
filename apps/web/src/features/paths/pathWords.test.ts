import { expect, it } from "vitest";
import { commonUnit, flowsText, nodesText, portsText, unitText } from "./pathWords.ts";

const hop = (nodeId: number | null, ingressPort: number | null = null, egressPort: number | null = null) => ({
  ...{ nodeId, ingressPort, egressPort, p50Us: null, p99Us: null },
});
const flow = (srcPort: number | null, src = "10.0.0.1") => ({
  ...{ src, dst: "10.0.0.2", proto: 17, srcPort, dstPort: 5001, reports: 3 },
});
const unit = { timestamp: "us", latency: "us", known: true, evidence: "" } as const;

it("a path is written by the names of its nodes, else their ids; what no report says is a question mark", () => {
  const hops = [hop(1, 1, 2), hop(2, 1), hop(null)];
  expect(nodesText({ hops, nodeNames: [null, "spine", null] })).toBe("1 → spine → ?");
  expect(portsText({ hops })).toBe("1:2 → 1:? → ?:?");
  expect(portsText({ hops: [hop(1), hop(2)] })).toBe("not reported");
});

it("flows are written by the busiest", () => {
  expect(flowsText({ flows: [], flowsCut: false })).toBe("no flow named");
  expect(flowsText({ flows: [flow(4000)], flowsCut: false })).toBe("10.0.0.1:4000 → 10.0.0.2:5001");
  expect(flowsText({ flows: [flow(4000, "2001:db8::1"), flow(null)], flowsCut: true })).toBe(
    "[2001:db8::1]:4000 → 10.0.0.2:5001 and 1 or more others",
  );
});

it("a unit that is not certain is said so, and bound to nothing", () => {
  expect([unitText(null), unitText(unit), unitText({ ...unit, timestamp: "ns" })]).toEqual([
    "unknown",
    "µs",
    "ns, latencies µs",
  ]);
  expect(unitText({ ...unit, known: false })).toBe("µs, not certain");
  expect([
    commonUnit(unit),
    commonUnit({ ...unit, known: false }),
    commonUnit({ ...unit, timestamp: "ns" }),
  ]).toEqual(["us", null, null]);
});
