import type { BoundSegment } from "@p4twin/models/twin";
import { expect, test } from "vitest";
import type { WindowRow } from "../bus/windowRow.ts";
import { createSegmentMemory, MAX_UNDESCRIBED } from "./segmentMemory.ts";

test("random node ids make a bounded number of undescribed hops", () => {
  const memory = createSegmentMemory({ elements: [] } as unknown as BoundSegment);
  const row = (part: number, partLabel: string | null) =>
    ({ part, partLabel, count: 10, sumUs: 100 }) as unknown as WindowRow;
  for (let i = 0; i < 1_000; i++) memory.note(row(0, null), [row(1, `node ${i}`)], true);
  expect(memory.undescribed()).toHaveLength(MAX_UNDESCRIBED);
});
