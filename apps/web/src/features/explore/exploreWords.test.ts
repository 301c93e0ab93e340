import { expect, it } from "vitest";
import { groupedBy, readFilters, writeFilter } from "./exploreUrl.ts";
import { changeText, groupName, hopText, valueText, valueWords } from "./exploreWords.ts";

it("filters of the address hold keys with any characters; the source takes those that it knows", () => {
  const filters = [
    { by: "node", is: "10.0.0.1 2" },
    { by: "flow", is: "17 10.0.0.1:1 > 10.0.0.2:2" },
    { by: "queue", is: "rack = 4 2:1 q0" },
  ] as const;
  const texts = filters.map(writeFilter);
  expect(readFilters(texts, "reports")).toEqual(filters);
  expect(readFilters(texts, "windows")).toEqual([filters[0]]);
  expect(readFilters(["", "node", "node=", "colour=red"], "reports")).toEqual([]);
  expect(groupedBy({ by: "queue", source: "reports" })).toBe("queue");
  expect(groupedBy({ by: "queue", source: "windows" })).toBe("segment");
});

it("values, changes and hops in words; unknown is no zero", () => {
  expect(valueText("p99Us", 1_500, "ms")).toBe("1.50");
  expect(valueText("p99Us", null, "ms")).toBe("");
  expect(valueWords("queueMax", 63)).toBe("63");
  expect(valueWords("maxUs", null)).toBe("unknown");
  expect(valueWords("p99Us", 1_500)).toBe("1.50 ms");
  // who speaks a cell's name says what is seen in it: one unit in all cells of a map
  for (const figure of [0.4, 12, 999.6, 1_000, 1_234, 2_000_000])
    for (const unit of ["us", "ms", "s"] as const)
      expect(valueWords("p99Us", figure, unit)).toContain(valueText("p99Us", figure, unit));
  expect(changeText(110, 100)).toBe("+10 %");
  expect(changeText(50, 100)).toBe("−50 %");
  expect(changeText(100.2, 100)).toBe("as before");
  expect(changeText(1, null)).toBe("–");
  expect(groupName({ label: null })).toBe("not reported");
  expect(
    hopText({
      nodeId: 2,
      name: null,
      ingressPort: 1,
      egressPort: null,
      queueId: 0,
      queueDepth: 63,
      latencyUs: 559,
    }),
  ).toBe("node 2, ports 1:?, queue 0, depth 63, 559 µs");
  expect(
    hopText({
      nodeId: null,
      name: null,
      ingressPort: null,
      egressPort: null,
      queueId: null,
      queueDepth: null,
      latencyUs: null,
    }),
  ).toBe("unnamed node, latency unknown");
});
