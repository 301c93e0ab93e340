import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const src = join(import.meta.dirname, "..", "src");
const ruleInTable = /^\| *\*{0,2}([A-Z]{1,3}\d+[a-z]?)\*{0,2} *\|/gm;
const ruleInTitle = /\[([A-Z]{1,3}\d+[a-z]?)\]/g;

const matches = (text: string, pattern: RegExp): Set<string> =>
  new Set([...text.matchAll(pattern)].map((m) => m[1]));

/** Rooms with a SPEC.md and the texts of their tests. */
const rooms = readdirSync(src, { withFileTypes: true })
  .filter((d) => d.isDirectory() && readdirSync(join(src, d.name)).includes("SPEC.md"))
  .map((d) => {
    const folder = join(src, d.name);
    const tests = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((f) =>
      f.endsWith(".test.ts"),
    );
    return {
      room: d.name,
      rules: matches(readFileSync(join(folder, "SPEC.md"), "utf8"), ruleInTable),
      proven: matches(tests.map((f) => readFileSync(join(folder, f), "utf8")).join("\n"), ruleInTitle),
    };
  });

describe("every rule of a SPEC.md is proven by a test, and every test names a rule that stands", () => {
  it.each(rooms)("$room", ({ rules, proven }) => {
    expect([...rules].filter((r) => !proven.has(r))).toEqual([]);
    expect([...proven].filter((r) => !rules.has(r))).toEqual([]);
  });
});
