import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDevices, writeDevices } from "./replayUrl.ts";

describe("profiles in the address", () => {
  it("are read as they were written", () => {
    const name = fc.stringMatching(/^[a-z0-9-]{1,8}$/);
    fc.assert(
      fc.property(fc.dictionary(name, name, { noNullPrototype: true }), (devices) => {
        expect(readDevices(writeDevices(devices))).toEqual(devices);
      }),
    );
  });

  it("leave out what is no pair", () => {
    expect(readDevices("s1:agilio-cx@2,nonsense,:x,y:")).toEqual({ s1: "agilio-cx@2" });
    expect(readDevices(null)).toEqual({});
    expect(writeDevices({})).toBeNull();
  });
});
