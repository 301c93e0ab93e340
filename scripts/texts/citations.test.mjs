import path from "node:path";
import { describe, expect, it } from "vitest";
import { filesIn, found, textOf } from "./files.mjs";

const SOURCES = "docs/sources";
const TEXT = /\.(md|ts|tsx|mjs|sql|prisma|p4|json|ya?ml|css)$/;
const files = [
  ...["packages", "apps", "docs", "scripts", "e2e", "prisma", "deploy"].flatMap((folder) =>
    filesIn(folder, TEXT),
  ),
  "README.md",
  "CONTRIBUTING.md",
].filter((file) => !file.startsWith("scripts/texts/"));

/** Anchor that a renderer of Markdown gives a heading. */
const slugOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, "")
    .trim()
    .replace(/\s/g, "-");

const pages = filesIn(SOURCES, /\.md$/).map((file) => path.basename(file, ".md"));

/** Citation -> page and anchor; the words before the colon of a heading name it. */
const anchors = new Map(
  pages.flatMap((page) =>
    [...textOf(`${SOURCES}/${page}.md`).matchAll(/^## ([^:\n]+):.*$/gm)].map(([line, words]) => [
      `${page}-${words.toLowerCase().replaceAll(" ", "-")}`,
      `${SOURCES}/${page}.md#${slugOf(line.slice(3))}`,
    ]),
  ),
);
const citation = new RegExp(`\\[((?:${pages.join("|")})-[a-z0-9.-]+)\\]`, "g");

describe("citations", () => {
  it("lead to a heading of docs/sources", () => {
    expect(
      found(files, citation).filter((line) => !anchors.has(line.slice(line.lastIndexOf("[") + 1, -1))),
    ).toEqual([]);
  });

  it("are links in Markdown", () => {
    const wrong = files
      .filter((file) => file.endsWith(".md") && file !== `${SOURCES}/README.md`)
      .flatMap((file) => {
        const text = textOf(file);
        const targets = new Map(
          [...text.matchAll(/^\[([^\]]+)\]: (\S+)$/gm)].map(([, key, href]) => [key, href]),
        );
        return [...new Set([...text.matchAll(citation)].map(([, key]) => key))]
          .filter(
            (key) => path.posix.join(path.posix.dirname(file), targets.get(key) ?? "") !== anchors.get(key),
          )
          .map((key) => `${file}: [${key}]`);
      });
    expect(wrong).toEqual([]);
  });

  it("name no document outside the tree", () => {
    const outside =
      /\bint-wire\b|\b(harkous|katsikas|famelis|execution|attach|peers)(\.md)? [A-Z]?\d+(\.\d+)?\b(?!\.\d)|\bp8-paolucci|\bfacts?(\/|,? (Sec\.|M?\d|[A-E]\.\d))|\bList [12]\b|\b[Cc]ontract \d|\bissue \d/g;
    expect(found(files, outside)).toEqual([]);
  });
});
