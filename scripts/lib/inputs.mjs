// What a build is made of. Plain JavaScript for Node 20, no dependencies.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./workspace.mjs";

const isTest = (path) => /\.test\.tsx?$/.test(path) || path.includes("fixtures");

/** Of all files in folders, tests left out, and of further files that are there: changes when one of them does. */
export function hashOf({ folders, files }) {
  const hash = createHash("sha256");
  const add = (path) =>
    hash
      .update(path)
      .update("\0")
      .update(readFileSync(join(root, path)))
      .update("\0");
  for (const folder of folders) {
    const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1))
      .filter((path) => !isTest(path));
    entries.sort().forEach(add);
  }
  for (const file of files) if (existsSync(join(root, file))) add(file);
  return hash.digest("hex");
}
