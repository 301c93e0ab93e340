import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..", "..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

type Row = { what: string; file: string; name: string; bound: string; test: string };

/** The rows of the tables of the page. */
const rows = read("docs/21-bounds.md")
  .split("\n")
  .filter((line) => line.startsWith("| ") && line.includes("`"))
  .map((line): Row => {
    const [, what = "", where = "", bound = "", , , named = ""] = line.split(/\s*\|\s*/);
    const [file = "", name = ""] = [...where.matchAll(/`([^`]+)`/g)].map((found) => found[1]);
    return { what, file, name, bound, test: named };
  });

const NUMBER = /^[\d_]+(?:\.\d+)?(?:e\d+)?(?:\s*(?:\*\*|\*|<<)\s*[\d_]+)*/;

/** The number that a product like `64 * 1024 ** 2` stands for. */
function productOf(expression: string): number {
  const factors = expression.replaceAll("_", "").split(/\s*(?<!\*)\*(?!\*)\s*/);
  return factors.reduce((product, factor) => {
    const [base = "", ...powers] = factor.split(/\s*\*\*\s*/);
    return product * powers.reduce((value, power) => value ** Number(power), Number(base));
  }, 1);
}

/**
 * The number that the code gives `name`: a constant, a field of a constant (`constant.field`), or the first
 * field or default of a schema of that name.
 */
function numberInCode({ file, name }: Row): number | null {
  const [owner, field] = name.includes(".") ? name.split(".") : [null, name];
  const text = read(file);
  const from = owner === null ? 0 : text.indexOf(`const ${owner}`);
  const place = new RegExp(
    `(?:const ${field} =|\\b${field}:|\\b${field} =)\\s*(?:z\\.[^\\n]*default\\()?(?=\\d)`,
  );
  const found = from < 0 ? null : place.exec(text.slice(from));
  if (!found) return null;
  const expression = NUMBER.exec(text.slice(from + found.index + found[0].length))?.[0];
  return expression === undefined ? null : productOf(expression);
}

test("the page of bounds has its rows", () => {
  expect(rows.length).toBeGreaterThan(50);
});

test.each(rows)("$what: the page has the number of the code", (row) => {
  expect(numberInCode(row), `${row.file} has no ${row.name}`).not.toBeNull();
  expect(numberInCode(row)).toBe(Number(row.bound.split(" ")[0]));
});

/** Titles of a table of cases begin with `%s`: the case is named as the row. */
test.each(rows)("$what: the test that is named exists, and is of this row", ({ what, test: named }) => {
  const [, file = "", title = ""] = /^`([^`]+)` › (.+)$/.exec(named) ?? [];
  const text = read(file);
  expect(text).toContain(title);
  if (title.startsWith("%s")) expect(text).toContain(`"${what}"`);
});

/** `file` › title, several of them in a cell, as the page of faults names the tests that drive each. */
const faults = read("docs/24-faults.md")
  .split("\n")
  .filter((line) => line.includes("` › "))
  .map((line) => {
    const [, fault = "", named = ""] = line.split(/\s*\|\s*/);
    const tests = [...named.matchAll(/`([^`]+)` › (.+?)(?=<br>|$)/g)];
    return { fault, tests: tests.map(([, file = "", title = ""]) => ({ file, title })) };
  });

test("the page of faults has the fifteen of them", () => {
  expect(faults).toHaveLength(15);
});

test.each(faults)("$fault: the tests that are named exist", ({ tests }) => {
  expect(tests.length).toBeGreaterThan(0);
  for (const { file, title } of tests) expect(read(file), file).toContain(title);
});
