import { expect, test } from "vitest";
import { telemetryLoss } from "./telemetryLoss.ts";

const exporter = { received: 90, undecodable: 5, sequenceGaps: 8 };

test.each([
  ["nothing sent", { kernelDropped: 0, refused: 0, exporters: [] }, { lost: 0, sent: 0, share: null }],
  [
    "gaps that the kernel explains count once",
    { kernelDropped: 6, refused: 2, exporters: [exporter] },
    { lost: 15, sent: 100, share: 0.15 },
  ],
  [
    "an exporter without sequence numbers loses what the kernel says",
    { kernelDropped: 10, refused: 0, exporters: [{ ...exporter, undecodable: 0, sequenceGaps: 0 }] },
    { lost: 10, sent: 100, share: 0.1 },
  ],
  [
    "a platform that cannot tell kernel drops",
    { kernelDropped: null, refused: 0, exporters: [{ ...exporter, undecodable: 0, sequenceGaps: 10 }] },
    { lost: 10, sent: 100, share: 0.1 },
  ],
])("%s", (_, state, loss) => {
  expect(telemetryLoss(state)).toEqual(loss);
});
