import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const here = new URL(".", import.meta.url);
const idsIn = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map((m) => m[1]))].sort();

describe("SPEC.md", () => {
  it("has exactly the rules that tests cite", () => {
    const rules = idsIn(readFileSync(new URL("SPEC.md", here), "utf8"), /^\| ([CV]\d+) +\|/gm);
    const tests = readdirSync(here, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".test.ts"))
      .map((name) => readFileSync(new URL(name, here), "utf8"));
    expect(idsIn(tests.join("\n"), /"\[([CV]\d+)\] /g)).toEqual(rules);
  });
});
