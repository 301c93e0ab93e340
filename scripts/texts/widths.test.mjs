import { expect, it } from "vitest";
import { filesIn, found } from "./files.mjs";

/** Two lines of an editor 120 columns wide: what a rule may take. */
const RULE_COLUMNS = 240;

it("a rule of a SPEC.md reads in two lines", () => {
  const specs = filesIn("packages/models/src", /^SPEC\.md$/);
  expect(found(specs, new RegExp(`^.{${RULE_COLUMNS + 1},}$`, "g"))).toEqual([]);
});

it("a line of comment ends at column 120", () => {
  const sources = ["packages", "apps", "scripts", "e2e"].flatMap((folder) =>
    filesIn(folder, /\.(ts|tsx|mjs)$/),
  );
  expect(found(sources, /^(?=.{121})\s*(\/\/(?! biome-ignore)|\/?\*|\{\/\*).*$/g)).toEqual([]);
});
