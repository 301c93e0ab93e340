import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const ROOT = path.join(import.meta.dirname, "..", "..");
const NOT_OURS = /(^|\/)(node_modules|\.next|dist|generated|fixtures|captures|test-results)$|\.generated\./;

/** Paths below `folder` (from the root of the repository) whose names match, what is made or installed left out. */
export const filesIn = (folder, names) =>
  readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (NOT_OURS.test(file)) return [];
    return entry.isDirectory() ? filesIn(file, names) : names.test(entry.name) ? [file] : [];
  });

export const textOf = (file) => readFileSync(path.join(ROOT, file), "utf8");

/** What `pattern` finds in `files`, as "file:line: text". */
export const found = (files, pattern) =>
  files.flatMap((file) =>
    textOf(file)
      .split("\n")
      .flatMap((line, i) => [...line.matchAll(pattern)].map((m) => `${file}:${i + 1}: ${m[0]}`)),
  );
