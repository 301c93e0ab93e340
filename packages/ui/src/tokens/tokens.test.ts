/// <reference types="vite/client" />
import { describe, expect, test } from "vitest";
import { contrast, parseHex, seenDistance, VISIONS } from "./colourMath.ts";
import css from "./tokens.css?raw";

function readTheme(selector: string): Map<string, string> {
  const start = css.indexOf(`\n${selector} {`);
  const block = css.slice(start, css.indexOf("\n}", start));
  return new Map(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((match) => [match[1] ?? "", match[2] ?? ""]),
  );
}

const THEMES = { light: readTheme(":root"), dark: readTheme(".dark") };

const colour = (theme: Map<string, string>, name: string) => {
  const hex = theme.get(name);
  if (hex === undefined) throw new Error(`token --${name} is missing`);
  return parseHex(hex);
};

const AA_TEXT = 4.5;
const AA_GRAPHICS = 3;
const GROUNDS = ["bg", "surface", "raised", "sunken", "hover"];

const TEXT_PAIRS: [text: string, ground: string][] = [
  ...["ink", "ink-2", "ink-3", "accent", "bad", "ok", "warn"].flatMap((text) =>
    GROUNDS.map((ground): [string, string] => [text, ground]),
  ),
  ...["observed", "predicted", "pl-ink", "dl-ink"].flatMap((text): [string, string][] => [
    [text, "surface"],
    [text, "bg"],
  ]),
  ...["keyword", "type", "number", "string", "directive"].flatMap((kind) =>
    ["surface", "hover", "accent-soft"].map((ground): [string, string] => [`code-${kind}`, ground]),
  ),
  ["ink-3", "accent-soft"],
  ["on-accent", "accent"],
  ["on-accent", "accent-hover"],
  ["ink", "accent-soft"],
  ["ink-2", "accent-soft"],
  ["accent", "accent-soft"],
  ["observed", "observed-soft"],
  ["predicted", "predicted-soft"],
  ["pl-ink", "pl-soft"],
  ["dl-ink", "dl-soft"],
  ["ok", "ok-soft"],
  ["warn", "warn-soft"],
  ["bad", "bad-soft"],
  ["ink-2", "bad-soft"],
  ["ink-2", "warn-soft"],
  ["ink-2", "ok-soft"],
];

const SERIES = [1, 2, 3, 4, 5, 6, 7, 8].map((index) => `series-${index}`);
const GRAPHICS = ["observed", "predicted", "pl", "dl", "control", "accent", ...SERIES];

describe.each(Object.entries(THEMES))("%s theme", (_name, theme) => {
  test.each(TEXT_PAIRS)("text %s on %s meets AA", (text, ground) => {
    expect(contrast(colour(theme, text), colour(theme, ground))).toBeGreaterThanOrEqual(AA_TEXT);
  });

  test.each(GRAPHICS)("mark %s stands out from the surface", (mark) => {
    expect(contrast(colour(theme, mark), colour(theme, "surface"))).toBeGreaterThanOrEqual(AA_GRAPHICS);
  });

  // 0.06 in OKLab is about three times the difference that two neighbouring areas need to be told apart (our choice).
  test.each(Object.entries(VISIONS))("neighbouring series differ for a %s", (_vision, matrix) => {
    const close = SERIES.slice(1).filter(
      (name, index) => seenDistance(colour(theme, SERIES[index] ?? ""), colour(theme, name), matrix) < 0.06,
    );
    expect(close).toEqual([]);
  });

  test.each(Object.entries(VISIONS))("the four meanings differ for a %s", (_vision, matrix) => {
    const meanings = ["observed", "predicted", "pl", "dl"];
    const close = meanings.flatMap((a, index) =>
      meanings
        .slice(index + 1)
        .filter((b) => seenDistance(colour(theme, a), colour(theme, b), matrix) < 0.06)
        .map((b) => `${a}/${b}`),
    );
    expect(close).toEqual([]);
  });
});

test("both themes define the same colours", () => {
  expect([...THEMES.dark.keys()].sort()).toEqual([...THEMES.light.keys()].sort());
});
