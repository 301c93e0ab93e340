import { expect, test } from "vitest";
import { chosenSubject } from "./chosenSubject.ts";

const listed = [
  { value: "a", label: "Nothing fits" },
  { value: "b", label: "One rack" },
];

test.each([
  ["no address: the first of the list", null, "a", 2],
  ["one of the list", "b", "b", 2],
  ["one that the list does not have, never another one", "c", "c", 3],
])("%s", (_, of, picked, options) => {
  const chosen = chosenSubject(of, listed);
  expect(chosen.picked?.value).toBe(picked);
  expect(chosen.options).toHaveLength(options);
  expect(chosen.options).toContain(chosen.picked);
});

test("nothing to choose from", () => {
  expect(chosenSubject(null, []).picked).toBeUndefined();
});
