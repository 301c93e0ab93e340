import { libraryDevice } from "@p4twin/models/device";
import { expect, it } from "vitest";
import { profileLimits, profileOption } from "./profileOption.ts";

it("marks in a picker what a profile cannot be used for, with the reason", () => {
  const t4p4s = libraryDevice("t4p4s");
  const fpga = libraryDevice("netfpga-sume");
  if (!t4p4s || !fpga) throw new Error("the library has both");
  expect(profileLimits(t4p4s)).toEqual(["not for placement: no published power, cost"]);
  expect(profileLimits(t4p4s, ["twin"])).toEqual([]);
  expect(profileOption(t4p4s).hint).toContain("not for placement");
});
