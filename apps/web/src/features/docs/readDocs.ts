import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** A page of /docs: a numbered Markdown file of the repository, or a page on a source behind them (order ""). */
export type DocPage = { slug: string; title: string; order: string; markdown: string };

const DOCS_FOLDER = path.join(process.cwd(), "..", "..", "docs");
const NUMBERED = /^(\d+)-(.+)\.md$/;

/** `20-first-steps.md` is served as `/docs/first-steps`, the contents of `sources` as `/docs/sources`. */
export const slugOf = (fileName: string): string =>
  NUMBERED.exec(fileName)?.[2] ?? (fileName === "README.md" ? "sources" : fileName.replace(/\.md$/, ""));

/** The first heading, or the slug in sentence case. */
export function titleOf(markdown: string, slug: string): string {
  const heading = /^#\s+(.+)$/m.exec(markdown)?.[1];
  const words = slug.replaceAll("-", " ");
  return heading?.trim() ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** All numbered pages in their order, then the sources. Read while the app is built. */
export function readDocs(): DocPage[] {
  const page = (file: string): DocPage => {
    const markdown = readFileSync(path.join(DOCS_FOLDER, file), "utf8");
    const name = path.basename(file);
    const slug = slugOf(name);
    return { slug, title: titleOf(markdown, slug), order: NUMBERED.exec(name)?.[1] ?? "", markdown };
  };
  const numbered = readdirSync(DOCS_FOLDER).filter((name) => NUMBERED.test(name));
  const sources = readdirSync(path.join(DOCS_FOLDER, "sources"));
  return [...numbered.sort(), ...sources.sort().map((name) => path.join("sources", name))].map(page);
}

/** Where a link inside a page leads: other pages of the folder stay inside the app. */
export function resolveDocLink(href: string): string {
  const match = /^(?:\.\/|sources\/)?([\w.-]+\.md)(#.*)?$/.exec(href);
  return match?.[1] ? `/docs/${slugOf(match[1])}${match[2] ?? ""}` : href;
}

/** Anchor of a heading, as the pages' own links write it. */
export const headingId = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, "")
    .trim()
    .replace(/\s+/g, "-");
