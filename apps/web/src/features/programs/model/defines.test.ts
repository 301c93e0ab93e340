import { expect, it } from "vitest";
import { readDefines, splitDefines } from "./defines.ts";

it.each([
  ["", {}],
  ["DEBUG", { DEBUG: "" }],
  ["WITH_INT=1, PORTS=8w4", { WITH_INT: "1", PORTS: "8w4" }],
  ["A=b=c", { A: "b=c" }],
])("reads macros of %j", (text, defines) =>
  expect(readDefines(splitDefines(text))).toEqual({ defines, problem: null }),
);

it("says which macro cannot be read", () =>
  expect(readDefines(["GOOD", "8BAD"]).problem).toBe('"8BAD" is not a macro. Write NAME or NAME=VALUE.'));
