import { describe, expect, it } from "vitest";
import { type DeviceProfile, libraryDevice } from "../device/index.ts";
import { flowCountEffect } from "./flowEffect.ts";

const device = (id: string) => libraryDevice(id) as DeviceProfile;

describe("what many flows add", () => {
  it.each([
    ["t4p4s", 1, 0],
    ["t4p4s", 1000, 30],
    ["agilio-cx", 1e6, 1],
    ["netfpga-sume", 50_000, 0],
  ])("[L22] %s with %i flows: %f us more, as published", (id, flows, addedUs) => {
    expect(flowCountEffect(device(id), flows)).toEqual({ addedUs, belowUs: 0, aboveUs: 0, notes: [] });
  });

  it("[L22] between one and a thousand anything from none to all of it, and the notes say so", () => {
    const effect = flowCountEffect(device("t4p4s"), 100);
    expect(effect?.addedUs).toBeCloseTo(20, 9);
    expect(effect?.belowUs).toBeCloseTo(20, 9);
    expect(effect?.aboveUs).toBeCloseTo(10, 9);
    expect(effect?.notes[0]).toContain("publishes no latency");
  });

  it("[L22] a profile without measured cases has no answer", () => {
    expect(flowCountEffect({ ...device("t4p4s"), flowScaling: [] }, 100)).toBeNull();
  });
});
