import { libraryDevice, libraryDevices } from "@p4twin/models/device";
import { describe, expect, it } from "vitest";
import { profileNumbers } from "./profileNumbers.ts";

const numbersOf = (id: string) => {
  const profile = libraryDevice(id);
  if (!profile) throw new Error(`no profile ${id}`);
  return profileNumbers(profile).flatMap((group) => group.numbers);
};

/** Counts `{value, source}` pairs without knowing where they stand. */
const countSourced = (value: unknown): number => {
  if (typeof value !== "object" || value === null) return 0;
  const own = "value" in value && "source" in value && typeof value.value === "number" ? 1 : 0;
  return Object.values(value).reduce((sum: number, child) => sum + countSourced(child), own);
};

describe("profileNumbers", () => {
  it.each(libraryDevices().map((device) => [device.id, device] as const))(
    "lists every number of %s",
    (_id, device) => {
      const listed = profileNumbers(device).flatMap((group) => group.numbers);
      expect(listed.filter((number) => number.value !== null)).toHaveLength(countSourced(device));
      expect(new Set(listed.map((number) => number.key)).size).toBe(listed.length);
    },
  );

  it("names the number, its unit and its source", () => {
    expect(numbersOf("agilio-cx").find((number) => number.key === "linear.slopesUs.add")).toMatchObject({
      label: "add",
      value: 1.59,
      unit: "µs",
      source: { work: "thesis", place: "Eq. 4.5" },
    });
  });

  it("shows what is not published as null", () => {
    expect(numbersOf("agilio-cx").find((number) => number.key === "capacity.powerWatts")).toMatchObject({
      value: null,
      unit: "W",
      source: null,
    });
  });
});
