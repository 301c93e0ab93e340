import { expect, test } from "vitest";
import { parseMeasurements } from "./device/fit/parseMeasurements.ts";
import { parseP4 } from "./p4/parseP4.ts";
import { parseClick } from "./synthesis/input/click/parseClick.ts";
import { readXml } from "./topology/import/graphml/xml.ts";
import { importTopology } from "./topology/import/importTopology.ts";

type Told = readonly { message: string }[];
const p4 = (text: string, included = ""): Told =>
  parseP4({ file: "a.p4", text }, { resolveInclude: (path) => ({ file: path, text: included }) }).diagnostics;
const nested = (open: string, close: string, levels: number, inner = ""): string =>
  open.repeat(levels) + inner + close.repeat(levels);
const graphml = (nodes: number): string =>
  `<graphml><graph>${Array.from({ length: nodes }, (_, i) => `<node id="n${i}"/>`).join("")}</graph></graphml>`;
/** Each use of the macro brings its thousand words, and four for the call. */
const THOUSAND = `#define A ${"1 ".repeat(1_000)}\n`;

/** `read` reads a text of a size; `most` is the largest that is read, `told` what is said of one more. */
const bounds: [what: string, most: number, told: string, read: (size: number) => Told][] = [
  [
    "Levels of XML",
    100,
    "Maximum nested tags exceeded",
    (n) => readXml(nested("<a>", "</a>", n), "a.graphml").diagnostics,
  ],
  [
    "Nodes of an imported topology",
    20_000,
    "at most 20000 nodes",
    (n) => importTopology(graphml(n), "a.graphml").diagnostics,
  ],
  // the value itself is one of the 200 levels
  ["Levels of P4", 199, "nested more than 200 deep", (n) => p4(`const int x = ${nested("(", ")", n, "1")};`)],
  [
    "Operators of P4 in a row",
    500,
    "more than 500 operators in a row",
    (n) => p4(`const int x = 1${" + 1".repeat(n)};`),
  ],
  ["Files that a program includes", 2_000, "more than 2000 files", (n) => p4('#include "b.p4"\n'.repeat(n))],
  ["Words that macros bring", 996, "more than 1000000 tokens", (n) => p4(THOUSAND + "A\n".repeat(n))],
  [
    "Inner functions of Click",
    20,
    "more than 20 element classes inside each other",
    (n) => parseClick(nested("elementclass A { ", " };", n, "input -> output;"), "a.click").diagnostics,
  ],
  [
    "Rows of measurements",
    20_000,
    "more than 20000 measurements",
    (n) => parseMeasurements(`parse,latencyUs\n${"1,5\n".repeat(n)}`, "a.csv").diagnostics,
  ],
];

test.each(bounds)("%s: what is at the bound is read, one more is refused in words", (_, most, told, read) => {
  const says = (size: number) => read(size).filter(({ message }) => message.includes(told));
  expect(says(most)).toEqual([]);
  expect(says(most + 1)).not.toEqual([]);
});
