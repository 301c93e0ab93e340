import path from "node:path";
import { expect, it } from "vitest";
import { filesIn, textOf } from "./files.mjs";

it("the README leads to every page of docs", () => {
  const readme = textOf("README.md");
  const pages = filesIn("docs", /\.md$/).filter((file) => path.posix.dirname(file) === "docs");
  expect(pages.filter((file) => !readme.includes(`](${file}`))).toEqual([]);
});
