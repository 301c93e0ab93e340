import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const room = fileURLToPath(new URL(".", import.meta.url));

it("[P1] every rule of SPEC.md has a test, and every test names a rule", () => {
  const rules = [...readFileSync(`${room}SPEC.md`, "utf8").matchAll(/^\| ([A-Z][0-9]+) +\|/gm)].map(
    (match) => match[1],
  );
  const tests = readdirSync(room, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".test.ts"),
  );
  const titles = tests.flatMap((file) => [
    ...readFileSync(`${room}${file}`, "utf8").matchAll(/"\[([A-Z][0-9]+)\] /g),
  ]);
  const cited = new Set(titles.map((match) => match[1]));
  expect([...cited].sort()).toEqual([...rules].sort());
});
