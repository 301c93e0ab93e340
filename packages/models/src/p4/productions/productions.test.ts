import { describe, expect, it } from "vitest";
import type { Span } from "../../core/index.ts";
import { checkFixture, fixtureNames, fixtureText, type Group } from "../fixtures/readFixture.ts";
import { BUILT_IN_FILES, type CheckedProgram, type Node, P4_CODES } from "../index.ts";
import { childrenOf } from "../visit.ts";
import { DECLARATION_PRODUCTIONS } from "./declarationProductions.ts";
import { EXPRESSION_PRODUCTIONS } from "./expressionProductions.ts";
import { STATEMENT_PRODUCTIONS } from "./statementProductions.ts";
import { TEXT_PRODUCTIONS } from "./textProductions.ts";
import { TYPE_PRODUCTIONS } from "./typeProductions.ts";

const PRODUCTIONS = [
  ...DECLARATION_PRODUCTIONS,
  ...TYPE_PRODUCTIONS,
  ...STATEMENT_PRODUCTIONS,
  ...EXPRESSION_PRODUCTIONS,
];
const BAD = ["bad-lex", "bad-parse", "bad-check"] as const;
/** What stands for itself: an error in one of these says nothing about what holds it. */
const PARTS = new Set<Node["kind"]>([
  ...(["assignment", "callStatement", "return", "switchCase", "selectCase", "tableEntry"] as const),
  ...(["variable", "constant", "instantiation", "state", "action", "table", "function"] as const),
]);

/** Free text up to the end of its line. */
const NEVER_WRONG = new Set(["annotation: pragma"]);

const programs = (groups: readonly Group[]): CheckedProgram[] =>
  groups.flatMap((group) => fixtureNames(group).map((name) => checkFixture(group, name)));

/** Calls `visit` for every node of the fixture itself; true leaves out what is below. */
function visitOwn(checked: CheckedProgram, visit: (node: Node, parent: Node | null) => unknown): void {
  const stack: [Node, Node | null][] = [[checked.program, null]];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [node, parent] = next;
    if (node.kind !== "program" && BUILT_IN_FILES.includes(node.span.file)) continue;
    if (visit(node, parent) === true) continue;
    for (const child of childrenOf(node)) stack.push([child, node]);
  }
}

const missing = (found: ReadonlySet<string>, wanted: readonly { id: string }[]): string[] =>
  wanted.map(({ id }) => id).filter((id) => !found.has(id));

describe("the grammar of P4_16 1.2.5", () => {
  it("names no production twice", () => {
    const ids = [...PRODUCTIONS, ...TEXT_PRODUCTIONS].map(({ id }) => id);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
  });

  it("each production stands in a program that is accepted", () => {
    const found = new Set<string>();
    for (const checked of programs(["ok"])) {
      visitOwn(checked, (node, parent) => {
        for (const { id, shows } of PRODUCTIONS) if (shows(node, parent)) found.add(id);
      });
    }
    expect(missing(found, PRODUCTIONS)).toEqual([]);
  });

  it("each production has an error in a program that is refused", () => {
    const found = new Set(NEVER_WRONG);
    for (const checked of programs(BAD)) {
      const errors = checked.diagnostics.flatMap(({ span }) => (span === null ? [] : [span]));
      visitOwn(checked, (node, parent) => {
        // what has no parts cannot be wrong in itself, only where it stands
        const holder = childrenOf(node).length === 0 && parent !== null ? parent : node;
        if (!errors.some((error) => belongsTo(error, holder))) return;
        for (const { id, shows } of PRODUCTIONS) if (shows(node, parent)) found.add(id);
      });
    }
    expect(missing(found, PRODUCTIONS)).toEqual([]);
  });

  it("each part of the lexer and the preprocessor stands in a program that is accepted", () => {
    const texts = fixtureNames("ok").map((name) => fixtureText("ok", name));
    const found = TEXT_PRODUCTIONS.filter(({ pattern }) => texts.some((text) => pattern.test(text)));
    expect(missing(new Set(found.map(({ id }) => id)), TEXT_PRODUCTIONS)).toEqual([]);
  });
});

/** Is the error in the node itself, not in a part that stands for itself? */
function belongsTo(error: Span, node: Node): boolean {
  if (!isInside(error, node.span)) return false;
  let at: Node | undefined = node;
  while (at !== undefined) {
    // what is missing behind a part is missing in what holds it
    at = childrenOf(at).find((child) => isInside(error, child.span) && error.start < child.span.end);
    if (at !== undefined && PARTS.has(at.kind)) return false;
  }
  return true;
}

const isInside = (inner: Span, outer: Span): boolean =>
  inner.file === outer.file && outer.start <= inner.start && inner.end <= outer.end;

describe("diagnostic codes", () => {
  const codes = Object.keys(P4_CODES);

  it("each has a program in fixtures/codes, and no other has one", () => {
    expect(fixtureNames("codes").map((name) => name.replace(/\.p4$/, ""))).toEqual([...codes].sort());
  });

  it.each(fixtureNames("codes"))("%s reports its code alone", (name) => {
    const found = new Set(checkFixture("codes", name).diagnostics.map(({ code }) => code));
    expect([...found]).toEqual([name.replace(/\.p4$/, "")]);
  });

  it.each(fixtureNames("codes"))("%s is accepted when it is FIXED", (name) => {
    expect(checkFixture("codes", name, { FIXED: "1" }).diagnostics).toEqual([]);
  });
});
