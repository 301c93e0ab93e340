import { expect, it } from "vitest";
import { filesIn, found } from "./files.mjs";

/** Folders whose texts follow docs/words.md; a folder that is rewritten moves here from the list below. */
const REWRITTEN = [
  "docs",
  "packages/models/src/cli",
  "apps/api/src/events",
  "apps/api/src/incidents/conditions",
  "apps/api/src/notifications",
  "apps/api/src/reports",
];

/** Still to come: "apps/web/src", "packages/ui/src", then the rest of "apps/api/src" and "packages/models/src". */
const files = [
  "README.md",
  "CONTRIBUTING.md",
  ...REWRITTEN.flatMap((folder) => filesIn(folder, /\.(md|tsx?)$/)),
].filter((file) => file !== "docs/words.md" && !/\.test\.|\/testing\//.test(file));

// neither comments nor the titles of tests that docs/21-bounds.md quotes are read by users
const TICS =
  /(?<!^\s*(?:\/\/|\/\*|\*\s).*|›[^|]*)(\b(is|are|was|were|be|been|gets?|nobody) (told|said)\b|\bst(and|ands|ood|anding) (in|beside)\b|(?<!there )\b(is|are|was|were) no (?!longer)[a-z]+)/gi;

it("texts of rewritten folders are free of the tics that docs/words.md names", () => {
  expect(found(files, TICS)).toEqual([]);
});
