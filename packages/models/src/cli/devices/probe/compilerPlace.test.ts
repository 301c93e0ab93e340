import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { compilerEnvironment } from "./compilerPlace.ts";

const tree = mkdtempSync(join(tmpdir(), "p4c-"));
afterAll(() => rmSync(tree, { recursive: true }));
const written = (...path: string[]): string => {
  const file = join(tree, ...path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, "");
  return file;
};

it("a p4c in the tree that it was built in is given the files of its source", () => {
  const core = written("p4c", "p4include", "core.p4");
  const compiler = written("p4c", "build", "backends", "bmv2", "p4c-bm2-ss");
  expect(compilerEnvironment(compiler, {})).toEqual({ P4C_16_INCLUDE_PATH: dirname(core) });
  expect(compilerEnvironment(compiler, { P4C_16_INCLUDE_PATH: "/mine" })).toEqual({
    P4C_16_INCLUDE_PATH: "/mine",
  });
});

it("an installed p4c knows its own files", () => {
  expect(compilerEnvironment("p4c-bm2-ss", {})).toEqual({});
  expect(compilerEnvironment(join(tree, "bin", "p4c-bm2-ss"), {})).toEqual({});
});
