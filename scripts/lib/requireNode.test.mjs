import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "./workspace.mjs";

const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
/** npm runs it itself after an install, whatever the Node. */
const RUN_BY_NPM = "prepare";
const started = Object.entries(scripts).flatMap(([name, command]) => {
  const [, file] = /^node (scripts\/\S+\.mjs)/.exec(command) ?? [];
  return file && name !== RUN_BY_NPM ? [file] : [];
});

it.each([...new Set(started)])("%s says which Node it needs before anything else fails on it", (file) => {
  const imports = readFileSync(join(root, file), "utf8").match(/^import .*$/gm) ?? [];
  // what Node brings along is there in every version; the first import of ours is the check
  expect(imports.find((line) => !line.includes('"node:'))).toBe('import "./lib/requireNode.mjs";');
});
