import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

export const ROOT = path.join(import.meta.dirname, "..", "..");
const NOT_OURS =
  /(^|\/)(\.[^/]+|node_modules|dist|coverage|generated|library\/captures|test-results|playwright-report)$|\.generated\./;
const FIXTURES = /(^|\/)fixtures$/;

/**
 * Paths below `folder` (from the root of the repository) whose names match, what is made or installed left out, and
 * fixtures but where they are asked for.
 */
export const filesIn = (folder, names, { fixtures = false } = {}) =>
  readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (NOT_OURS.test(file) || (!fixtures && FIXTURES.test(file))) return [];
    return entry.isDirectory() ? filesIn(file, names, { fixtures }) : names.test(entry.name) ? [file] : [];
  });

export const textOf = (file) => readFileSync(path.join(ROOT, file), "utf8");

/** What `pattern` finds in `files`, as "file:line: text". */
export const found = (files, pattern) =>
  files.flatMap((file) =>
    textOf(file)
      .split("\n")
      .flatMap((line, i) => [...line.matchAll(pattern)].map((m) => `${file}:${i + 1}: ${m[0]}`)),
  );
