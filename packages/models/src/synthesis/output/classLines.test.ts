import { describe, expect, it } from "vitest";
import { libraryFiles } from "../../../library/index.ts";
import type { Synthesis } from "../classes/synthesis.ts";
import { synthesise } from "../classes/synthesise.ts";
import { parseServiceChain } from "../input/parseServiceChain.ts";
import { classLines, knownLines, type RuleTarget } from "./classLines.ts";
import { toClick } from "./click/toClick.ts";
import { toOpenFlow } from "./openflow.ts";
import { toP4 } from "./p4/toP4.ts";

function librarySynthesis(name: string): Synthesis {
  const { graph } = parseServiceChain(libraryFiles[`clicks/${name}.yaml`]!, name, (named) => ({
    file: named,
    text: libraryFiles[`acls/${named.replace(/^lib:/, "")}.txt`]!,
  }));
  const made = synthesise(graph!);
  if (!("classes" in made)) throw new Error(made.status);
  return made;
}

const textOf = (synthesis: Synthesis, target: RuleTarget): string => {
  if (target === "click") return toClick(synthesis).text!;
  if (target === "openflow") return toOpenFlow(synthesis).text!;
  const made = toP4(synthesis);
  return made.program === null ? "" : made.commands;
};
/** A rule of a classifier in each language. */
const RULE: Record<RuleTarget, RegExp> = {
  click: /^ {2}(?:drop|\d+) /,
  openflow: /^table=\d+,priority=\d+,cookie=/,
  entries: /^table_add tcu_classify /,
};

describe.each(["isp", "thesis-example"])("a class of %s is followed from its filters", (name) => {
  const synthesis = librarySynthesis(name);
  it.each(["click", "openflow", "entries"] as const)("[O5] to the rules for %s that are of it", (target) => {
    const text = textOf(synthesis, target);
    const ofClass = synthesis.classes.map(({ id }) => classLines(text, target, id));
    for (const [id, lines] of ofClass.entries()) {
      expect(lines.length).toBeGreaterThan(0);
      const rules = synthesis.classifiers.flatMap((c) => c.rules);
      const printed = lines.filter((l) => RULE[target].test(l.text)).length;
      // one filter is several rules where a target has no ranges; none is without a rule
      expect(printed).toBeGreaterThanOrEqual(rules.filter((r) => r.class === id).length);
      for (const { line, text: own } of lines) expect(text.split("\n")[line - 1]).toBe(own);
    }
    // no rule is of two classes; what Click has beyond the classes says so
    const numbers = ofClass.flat().map((l) => l.line);
    expect(new Set(numbers).size).toBe(numbers.length);
    const others = text.split("\n").filter((l, i) => RULE[target].test(l) && !numbers.includes(i + 1));
    expect(others.filter((l) => !/ \/\/ known \d+$/.test(l))).toEqual([]);
  });
});

it("[O5] what Click does with known flows at another input is followed by its number, from its filters", () => {
  const text = toClick(librarySynthesis("isp")).text!;
  const all = text.split("\n");
  const found = knownLines(text);
  expect(found.length).toBeGreaterThan(0);
  const numbers = found.flatMap(({ known, lines }) =>
    lines.map(({ line, text: own }) => {
      expect(all[line - 1]).toBe(own);
      expect(own).toMatch(new RegExp(`// known ${known}$|^known${known} (?:::|->)`));
      return line;
    }),
  );
  const marked = all.flatMap((l, i) => (/\/\/ known \d+$|^known\d+ /.test(l) ? [i + 1] : []));
  expect(numbers.toSorted((a, b) => a - b)).toEqual(marked);
});

it("[O5] class 1 is not class 10", () => {
  const text = "  0 tcp, // class 1\n  1 udp // class 10\nclass10 :: Null;\nclass1 -> DecIPTTL;";
  expect(classLines(text, "click", 1).map((l) => l.line)).toEqual([1, 4]);
  const commands = "table_add tcu_classify set_tcu 1 2 => 10 1 1\ntable_add tcu_write discard 1 => ";
  expect(classLines(commands, "entries", 1).map((l) => l.line)).toEqual([2]);
  expect(
    classLines("table=2,cookie=0x100000001,in_port=1\ntable=2,cookie=0x100000010,x", "openflow", 1),
  ).toEqual([{ line: 1, text: "table=2,cookie=0x100000001,in_port=1" }]);
});
