import { classCookie } from "./targets.ts";

/** Targets whose text says of which class a rule is; the P4 program does not, its entries do. */
export type RuleTarget = "click" | "openflow" | "entries";

/** The lines of an output that are rules or elements of the class, each with its number from 1 on. */
export function classLines(text: string, target: RuleTarget, id: number): { line: number; text: string }[] {
  const isOf = testOf(target, id);
  return text.split("\n").flatMap((line, i) => (isOf.test(line) ? [{ line: i + 1, text: line }] : []));
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
