import { classCookie } from "./targets.ts";

/** Targets whose text says of which class a rule is; the P4 program does not, its entries do. */
export type RuleTarget = "click" | "openflow" | "entries";

/** The lines of an output that are rules or elements of the class, each with its number from 1 on. */
export function classLines(text: string, target: RuleTarget, id: number): { line: number; text: string }[] {
  const isOf = testOf(target, id);
  return text.split("\n").flatMap((line, i) => (isOf.test(line) ? [{ line: i + 1, text: line }] : []));
}

/** A rule or element of Click that is beyond the classes of the chain (`known N` of a comment). */
const KNOWN = /\/\/ known (\d+)$|^known(\d+) (?:::|->)/;

/** What Click does with packets of a known flow at another input than its own: its lines by number, in order. */
export function knownLines(text: string): { known: number; lines: { line: number; text: string }[] }[] {
  const found = new Map<number, { line: number; text: string }[]>();
  for (const [i, line] of text.split("\n").entries()) {
    const match = KNOWN.exec(line);
    if (match === null) continue;
    const known = Number(match[1] ?? match[2]);
    found.set(known, [...(found.get(known) ?? []), { line: i + 1, text: line }]);
  }
  return [...found].map(([known, lines]) => ({ known, lines })).sort((a, b) => a.known - b.known);
}

function testOf(target: RuleTarget, id: number): RegExp {
  switch (target) {
    case "click":
      return new RegExp(`// class ${id}$|^class${id} (?:::|->)`);
    case "openflow":
      return new RegExp(`,cookie=${classCookie(id)},`);
    case "entries":
      return new RegExp(`^table_add tcu_(?:classify .* => ${id}(?: |$)|(?:write|flow) \\w+ ${id}(?: |$))`);
  }
}
