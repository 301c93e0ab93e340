import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** What something that follows P4 statement by statement cannot do without. */
const TREE = /import [^;]*\b(Expression|Statement|BlockStatement|walk)\b[^;]*from "[^"]*\/p4\/[^"]*"/;

it("packets of tests run on models/run: no test material follows the tree of a program itself", () => {
  const files = execFileSync("git", ["ls-files", "packages/models", "apps", "e2e"], { encoding: "utf8" })
    .split("\n")
    .filter((file) => /\.test\.tsx?$|^packages\/models\/(test|testing|bench)\/.*\.ts$/.test(file));
  expect(files.length).toBeGreaterThan(100);
  expect(TREE.test('import { type Expression, checkP4 } from "../../src/p4/index.ts"')).toBe(true);
  expect(files.filter((file) => TREE.test(readFileSync(file, "utf8")))).toEqual([]);
});
