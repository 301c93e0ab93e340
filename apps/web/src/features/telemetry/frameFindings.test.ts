import { expect, it } from "vitest";
import { frameFindings } from "./frameFindings.ts";

const frames = {
  ...{ interface: "eth1", seen: 100, passedOver: 60, leftToSocket: 10, taken: 30, inBand: 0 },
  ...{ zeroChecksums: 20, wrongChecksums: 0, kernelDropped: 0 },
};

it("says which reports reach no socket, and what to do where no interface is read", () => {
  expect(frameFindings({ frames: null, checksumDrops: null })).toEqual([]);
  expect(frameFindings({ frames: null, checksumDrops: 0 })).toEqual([]);
  expect(frameFindings({ frames: null, checksumDrops: 40 })[0]?.text).toMatch(/Set INT_INTERFACE/);
  expect(frameFindings({ frames: { ...frames, taken: 0 }, checksumDrops: 40 })).toEqual([]);
  expect(frameFindings({ frames: { ...frames, taken: 0, inBand: 7 }, checksumDrops: 0 })).toEqual([
    {
      tone: "info",
      title: "Telemetry is read from packets of eth1",
      text: "7 packets of users carry telemetry themselves: they are listed as exporter 0.0.0.0.",
    },
  ]);
  expect(frameFindings({ frames, checksumDrops: 40 })).toEqual([
    {
      tone: "info",
      title: "30 reports are read from frames of eth1",
      text: "No UDP socket receives them: 20 have an outer IPv4 checksum of 0, 10 are addressed to another machine. Their exporters are listed like all others.",
    },
  ]);
  const [, dropped] = frameFindings({ frames: { ...frames, kernelDropped: 1_234 }, checksumDrops: 0 });
  expect(dropped).toMatchObject({ tone: "warn", title: "The kernel dropped 1,234 frames of eth1" });
});
