import { expect, it } from "vitest";
import { filesIn, found } from "./files.mjs";

/** Folders whose texts follow docs/words.md. */
const FOLDERS = ["docs", "apps/api/src", "apps/web/src", "packages/ui/src", "packages/models/src"];

const files = [
  "README.md",
  "CONTRIBUTING.md",
  ...FOLDERS.flatMap((folder) => filesIn(folder, /\.(md|tsx?)$/)),
].filter((file) => file !== "docs/words.md" && !/\.test\.|\/testing\//.test(file));

// neither comments nor the titles of tests that docs/21-bounds.md quotes are read by users
const TICS =
  /(?<!^\s*(?:\/\/|\/\*|\*\s).*|›[^|]*)(\b(is|are|was|were|be|been|gets?|nobody) (told|said)\b|\bst(and|ands|ood|anding) (in|beside|under|there|still|as)\b|\bcannot tell\b|\b(predicted|observed|latency) beside\b|\bfor ever\b|\b(placed?|bound|starts?|started) anew\b|(?<!there )\b(is|are|was|were) no (?!longer)[a-z]+)/gi;

it("texts that users read are free of the tics that docs/words.md names", () => {
  expect(found(files, TICS)).toEqual([]);
});
