import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { latencyControlStudies, listedLatencyControl, sliceStudies } from "../src/control/index.ts";
import { listedFigures, studies } from "../src/placement/index.ts";

const root = join(import.meta.dirname, "../../..");
const numbered = (chapter: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${chapter}.${i + 1}`);

/** "3.3 to 3.5, Tables 5.5, 5.6" one by one: "3.3", "3.4", "3.5", "Table 5.5", "Table 5.6". */
function expanded(text: string): string[] {
  let kind = "";
  return text.split(",").flatMap((part) => {
    if (/\bFig/i.test(part)) kind = "";
    if (/\bTable/i.test(part)) kind = "Table ";
    const [from, to] = part.match(/[\d.]*\d|\bI+\b/g) ?? [];
    if (from === undefined || to === undefined) return from === undefined ? [] : [`${kind}${from}`];
    const [chapter, first] = from.includes(".") ? from.split(".") : ["", from];
    const last = Number(to.split(".").at(-1));
    return Array.from({ length: last - Number(first) + 1 }, (_, i) =>
      [chapter, Number(first) + i].filter((each) => each !== "").join("."),
    ).map((each) => `${kind}${each}`);
  });
}

type Named = { figure: string; source?: string };
const placeOf = ({ figure, source }: Named): string[] =>
  expanded(source ? (/(?:Figs?\.|Tables?) [^(]*/.exec(source)?.[0] ?? figure) : figure);

/** Drawings as the page of the sources names them. */
const drawings = (page: string): string[] => {
  const text = readFileSync(join(root, `docs/sources/${page}.md`), "utf8");
  const [, part = ""] = /\n## Drawings:[^\n]*\n([\s\S]*?)\n\n/.exec(text) ?? [];
  return [...part.matchAll(/(Figures|tables) ([\d., to]+\d)/gi)].flatMap(([, kind, list]) =>
    expanded(`${/t/.test(kind![0]!) ? "Tables" : "Figs."} ${list}`),
  );
};

const isOfP8 = ({ figure, source = "" }: Named): boolean => `${figure} ${source}`.includes("P8");
const thesis = [...studies, ...listedFigures, ...sliceStudies].filter((each) => !isOfP8(each));
const p8 = [...studies, ...listedFigures].filter(isOfP8);
const paper = [...latencyControlStudies, ...listedLatencyControl];

/** Titles of the tests of the models, those of tables of cases too. */
const titles = readdirSync(join(root, "packages/models"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".test.ts") && !/node_modules|figures\.test/.test(file))
  .flatMap((file) =>
    [
      ...readFileSync(join(root, "packages/models", file), "utf8").matchAll(
        /(?:\b(?:it|test|describe)|^ *\](?: as const)?\))\(\s*(["`])(.*?)\1/gms,
      ),
    ].map(([, , title]) => title!),
  );

describe("figures and tables of the works", () => {
  it.each([
    [
      "harkous",
      thesis,
      [
        ...[...numbered(3, 22), ...numbered(4, 9), ...numbered(5, 17), ...numbered(6, 11)],
        ...[...numbered(3, 6), "4.1", ...numbered(5, 8), ...numbered(6, 4)].map((each) => `Table ${each}`),
      ],
    ],
    ["paolucci", paper, [...Array.from({ length: 23 }, (_, i) => String(i + 1)), "Table 1", "Table 2"]],
  ])("%s: each is on a page, reproduced, fitted or open, or a drawing", (page, listed, all) => {
    const drawn = drawings(page).filter((each) => !/^(Table )?[12]\.\d/.test(each) || page === "paolucci");
    const shown = listed.flatMap(placeOf);
    expect([...new Set([...shown, ...drawn])].sort()).toEqual([...all].sort());
    expect(shown.filter((each) => drawn.includes(each))).toEqual([]);
  });

  it("P8: figures 4 to 16 and Table II", () => {
    expect(p8.flatMap(placeOf)).toEqual(
      expect.arrayContaining(["Table II", ...Array.from({ length: 13 }, (_, i) => String(i + 4))]),
    );
  });

  it("what is reproduced is cited by a test, and every standing says why", () => {
    const cited = (name: string): boolean => {
      const word = name.startsWith("Table ") ? "Tables?" : "Figs?\\.";
      const number = name.replace("Table ", "").replaceAll(".", "\\.");
      const place = new RegExp(`${word} (?:[\\d., to]*[, ])?${number}(?![\\d.]*\\d)`);
      return titles.some((title) => place.test(title));
    };
    const reproduced = [...thesis, ...paper].filter(({ standing }) => standing.kind === "reproduced");
    expect(reproduced.flatMap(placeOf).filter((name) => !cited(name))).toEqual([]);
    for (const { standing } of [...thesis, ...p8, ...paper]) expect(standing.why.length).toBeGreaterThan(10);
  });
});
