import { expect, it } from "vitest";
import { generatedAfter } from "./generated.ts";
import { withCode } from "./writer.ts";

it("a text that is too deep for the engine is left, and the closure goes on", () => {
  const deep = withCode(
    () => 7,
    "expression",
    () => `${"(".repeat(200_000)}7${")".repeat(200_000)}`,
  );
  const run = generatedAfter(1, deep);
  expect([run(), run(), run()]).toEqual([7, 7, 7]);
});

it("after as many packets as asked the text runs instead of the closure", () => {
  const run = generatedAfter(
    2,
    withCode(
      () => "closure",
      "expression",
      () => '"text"',
    ),
  );
  expect([run(), run(), run(), run()]).toEqual(["closure", "closure", "text", "text"]);
});
