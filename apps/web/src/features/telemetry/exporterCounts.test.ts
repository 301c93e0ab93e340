import { expect, test } from "vitest";
import { exporterCounts } from "./exporterCounts.ts";

test("only exporters that once sent reports are missed when they go quiet", () => {
  const exporters = [
    { lastHeardMs: 99_000, reports: 5 },
    { lastHeardMs: 80_000, reports: 5 },
    { lastHeardMs: 80_000, reports: 0 },
  ];
  expect(exporterCounts({ atMs: 100_000, exporters })).toEqual({ heard: 3, sending: 1, quiet: 1 });
});
