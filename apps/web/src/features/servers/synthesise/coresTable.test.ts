import type { CoreRange } from "@p4twin/models/synthesis";
import { describe, expect, it } from "vitest";
import { coresOfLoad, coresText } from "./coresTable.ts";

const points = [
  [4, 2],
  [8, 4],
  [10, 6],
].map(
  ([gbps, lowGbps], i): CoreRange => ({
    cores: i + 1,
    gbps: gbps!,
    lowGbps: lowGbps!,
    pps: 0,
    boundBy: "cores",
    portKnown: true,
  }),
);

describe("cores for a load", () => {
  it.each([
    [2, "1 core"],
    [3, "1 to 2 cores"],
    [8, "from 2 cores, in full batches"],
    [11, "not with its 3 cores"],
  ])("%d Gbps: %s", (gbps, text) => {
    expect(coresText(points, gbps)).toBe(text);
  });

  it("a rounded rate costs no core", () => {
    expect(coresOfLoad(points, 8 + 1e-9).full).toBe(2);
  });
});
