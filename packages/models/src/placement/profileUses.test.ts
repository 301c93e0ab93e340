import { describe, expect, it } from "vitest";
import { libraryFunctions } from "../chain/index.ts";
import { libraryDevices, profileUses } from "../device/index.ts";
import { createCatalogue } from "./catalogue.ts";

describe("what a profile can be used for", () => {
  const profiles = libraryDevices();
  const catalogue = createCatalogue(profiles, libraryFunctions());

  it.each(profiles.map((profile) => [profile.id, profile] as const))(
    "%s: placement as its engines see it",
    (id, profile) => {
      expect(profileUses(profile).placement === null).toBe(catalogue.device(id) !== null);
    },
  );

  it("names what is missing", () => {
    const t4p4s = profiles.find(({ id }) => id === "t4p4s");
    expect(t4p4s && profileUses(t4p4s)).toEqual({
      analysis: null,
      placement: "no published power, cost",
      twin: null,
    });
  });
});
