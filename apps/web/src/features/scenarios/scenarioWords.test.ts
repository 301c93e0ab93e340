import { expect, test } from "vitest";
import { newerVersion, otherEngineHint } from "./scenarioWords.ts";

test("the engine that is chosen and the one that answered are never mixed up", () => {
  expect(otherEngineHint("ilp", "exact")).toBe("The answer below is from exact. Place chains to ask ilp.");
  expect(otherEngineHint("ilp", "ilp")).toBeUndefined();
  expect(otherEngineHint("ilp", null)).toBeUndefined();
});

test.each([
  ["an older version", { number: 1, versions: [{ number: 3 }, { number: 1 }] }, 3],
  ["the newest version", { number: 3, versions: [{ number: 3 }, { number: 1 }] }, null],
  ["a cloud that still loads", null, null],
])("a scenario on %s", (_title, cloud, newest) => {
  expect(newerVersion(cloud)).toBe(newest);
});
