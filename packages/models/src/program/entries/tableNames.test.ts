import { describe, expect, it } from "vitest";
import { analyseProgram } from "../analyseProgram.ts";
import { entriesText } from "../fixtures/readFixture.ts";
import { all, small } from "../fixtures/smallProgram.ts";
import { hasId } from "./runtimeIds.ts";

const extra = `control Sub(inout headers hdr) {
  action p() { hdr.a.x = 1; } @name("q") action longQ() { hdr.b.x = 1; }
  table t { key = { hdr.a.x : exact; } actions = { p; longQ; } const default_action = p; }
  apply { t.apply(); } }`;
const ingress = `Sub() left; @name("far.right") Sub() right;
  @name("first") table t { key = { hdr.a.y : exact; } actions = { NoAction; } }
  apply { left.apply(hdr); right.apply(hdr); t.apply(); }`;

const analyse = (...entries: [table: string, action: string][]) => {
  const given = entriesText(...entries.map(([table, action_name]) => ({ table, action_name })));
  const source = { file: "small.p4", text: small(all, ingress, extra) };
  return analyseProgram(source, entries.length > 0 ? { entries: given } : {}).report;
};
const ran = (...entries: [table: string, action: string][]): string[] => {
  const { diagnostics, paths } = analyse(...entries);
  expect(diagnostics).toEqual([]);
  return paths.map(({ tables }) => tables.map(({ name, action }) => `${name}:${action}`).join(" "));
};

describe("tables by their control-plane name", () => {
  it("[G16] two instances of a control have two tables, each with the end of its name that tells it", () => {
    expect(
      analyse()
        .tables.map(({ name }) => name)
        .sort(),
    ).toEqual(["first", "left.t", "right.t"]);
    expect(ran()).toEqual([
      "left.t:p right.t:p first:NoAction",
      "left.t:p right.t:longQ first:NoAction",
      "left.t:longQ right.t:p first:NoAction",
      "left.t:longQ right.t:longQ first:NoAction",
    ]);
  });

  it.each([
    ["the full name", "I.left.t", "I.left.q"],
    ["the end of it", "left.t", "q"],
    ["more in front", "pipe.I.left.t", "pipe.I.left.q"],
  ])("[F13] entries name a table of an inner control by %s", (_, table, action) => {
    // an entry of q, and p on a miss
    expect(ran([table, action], ["I.far.right.t", "p"])).toEqual([
      "left.t:longQ right.t:p first:NoAction",
      "left.t:p right.t:p first:NoAction",
    ]);
  });

  it("[F13] ids of P4Runtime come from the instance", () => {
    expect(hasId("I.left.t", idOf("I.left.t"))).toBe(true);
    expect(
      ran([idOf("I.left.t"), idOf("I.left.p")], [idOf("I.far.right.t"), idOf("I.far.right.p")]),
    ).toHaveLength(1);
    expect(analyse([idOf("Sub.t"), "p"]).diagnostics[0]?.message).toMatch(
      /^there is no table \d+; the program has/,
    );
  });

  it.each([
    ["Sub.t", "p", /no table Sub.t; the program has .*I.left.t/],
    ["I.t", "NoAction", /no table I.t; the program has/],
    ["t", "p", /table t can be I.left.t or I.far.right.t; give the full name/],
    ["left.t", "longQ", /no action longQ in table I.left.t; the program has I.left.p, I.left.q, NoAction/],
  ])("[F13] %s is refused", (table, action, message) => {
    expect(analyse([table, action]).diagnostics[0]?.message).toMatch(message);
  });
});

/** The id that p4c's hash gives, found by trying: 24 bits are too many, 16 are few. */
function idOf(name: string): string {
  for (let id = 1; id < 2 ** 16; id++) if (hasId(name, String(id))) return String(id);
  throw new Error(`no id for ${name}`);
}
