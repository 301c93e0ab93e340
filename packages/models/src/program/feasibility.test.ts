import { describe, expect, it } from "vitest";
import { featureVector } from "../core/index.ts";
import { analyseProgram } from "./analyseProgram.ts";
import { entriesText } from "./fixtures/readFixture.ts";
import { all, analyse, outcomes, report, small, smallVectors, vectors } from "./fixtures/smallProgram.ts";

describe("feasibility", () => {
  it("[F0] cases, branches and actions come in the order of the program", () => {
    const { paths } = report("tutorial/basic");
    expect(paths.map((path) => path.tables[0]?.action)).toEqual([
      "ipv4_forward",
      "drop",
      "NoAction",
      undefined,
    ]);
  });

  it("[F1] a union holds one valid header", () => {
    expect(vectors("rules/sets_and_loops")[1]).toBe("2 1 0 0 1 0");
  });

  it("[F1] a member of a union takes the next place of its stack", () => {
    const extra = "header o_t { bit<8> z; } header_union u_t { o_t p; o_t q; } struct us { u_t[2] v; }";
    const parser = `us opts; state start { packet.extract(hdr.a); transition option; }
      state option { transition select(packet.lookahead<bit<8>>()) { 0: p; 1: q; default: accept; } }
      state p { packet.extract(opts.v.next.p); transition option; }
      state q { packet.extract(opts.v.next.q); transition option; }`;
    const { diagnostics, pathCount } = analyse("apply { }", parser, extra);
    expect(diagnostics).toEqual([]);
    // none, one or two options of either kind; a third finds no place
    expect(pathCount).toBe(1 + 2 + 4);
  });

  it("[F1] an instance that a constructor got is applied", () => {
    const extra = `control inner_t(inout bit<8> x);
      control One(inout bit<8> x) { counter(4, CounterType.packets) seen; apply { seen.count(0); x = x + 1; } }
      control Two(inout bit<8> x)(inner_t c) { apply { c.apply(x); } }
      control Three(inout bit<8> x)(inner_t c) { Two(c) two; apply { two.apply(x); } }`;
    const applied = (ingress: string) => {
      const { diagnostics, paths } = analyse(ingress, undefined, extra);
      expect(diagnostics).toEqual([]);
      return paths.map(({ externs, features }) => `${externs} ${features.modify}`);
    };
    const whole = ["counter.count 1"];
    expect(applied("One() one; Two(one) two; apply { two.apply(hdr.a.x); }")).toEqual(whole);
    expect(applied("One() one; Three(one) three; apply { three.apply(hdr.a.x); }")).toEqual(whole);
    expect(applied("Two(One()) two; apply { two.apply(hdr.a.x); }")).toEqual(whole);
  });

  it("[F14] what a key calls is carried out before its table", () => {
    const tables = `table first { key = { hdr.a.x : exact; } actions = { } }
      table second { key = { first.apply().hit : exact @name("hit"); } actions = { } }`;
    expect(smallVectors(`${tables} apply { second.apply(); }`)).toEqual(["2 0 0 0 0 2"]);
  });

  it("[F2] masks, ranges and order of select cases are remembered", () => {
    expect(vectors("rules/select_sets")).toEqual([
      "2 0 0 0 0 0",
      "2 1 0 0 0 0",
      "2 0 0 0 0 0",
      "1 0 0 0 0 0",
    ]);
  });

  it("[F12] what is written into a header that is not valid is not read from it", () => {
    const body =
      "hdr.c.x = 1; if (hdr.c.x == 1) { hdr.a.x = 1; } hdr.c.setValid(); hdr.c.x = 2; if (hdr.c.x == 2) { hdr.b.x = 1; }";
    expect(smallVectors(`apply { ${body} }`)).toEqual(["2 2 0 0 1 0", "2 1 0 0 1 0"]);
  });

  it("[F1] what is copied from beyond the end of a stack is not valid", () => {
    const body =
      "meta.m = 1; meta.m = meta.m + 2; hdr.a = hdr.s[meta.m]; if (hdr.a.isValid()) { hdr.b.x = 1; }";
    expect(smallVectors(`apply { ${body} }`)).toEqual(["2 0 1 0 0 0"]);
  });

  it("[F3] tests do not contradict what the path knows", () => {
    const { max, pathCount } = report("rules/memory");
    expect(max).toMatchObject({ modify: 0 });
    expect(pathCount).toBe(11);
  });

  it.each([
    ["a constant", "meta.m = 3; if (meta.m > 2) { hdr.a.x = 1; }", 1],
    [
      "the same test twice",
      "if (hdr.a.x == hdr.b.x) { hdr.a.y = 1; } if (hdr.a.x == hdr.b.x) { hdr.b.y = 1; }",
      2,
    ],
    ["a range", "if (hdr.a.x < 4) { if (hdr.a.x > 3) { hdr.b.x = 1; } }", 2],
    [
      "an excluded bit",
      "if (hdr.a.x[0:0] == 0) { hdr.b.x = 1; } else if (hdr.a.x[0:0] == 1) { hdr.b.y = 1; } else { hdr.a.y = 1; }",
      2,
    ],
    [
      "a truth value kept in a variable",
      "bool small = hdr.a.x < 4; if (small) { hdr.a.y = 1; } if (!small) { hdr.b.y = 1; }",
      2,
    ],
    [
      "a copied value",
      "meta.m = hdr.a.x; if (meta.m == 1) { hdr.b.y = 1; } if (hdr.a.x == 1) { hdr.a.y = 1; }",
      2,
    ],
    [
      "an overwritten value",
      "if (hdr.a.x == 1) { hdr.b.y = 1; } hdr.a.x = 1; if (hdr.a.x == 1) { hdr.a.y = 1; }",
      2,
    ],
  ])("[F3] %s", (_, body, count) => {
    expect(smallVectors(`apply { ${body} }`)).toHaveLength(count);
  });

  it("[F4] actions of tables with and without keys", () => {
    const ran = report("rules/keyless").paths.map((path) =>
      path.tables.map((table) => `${table.name}:${table.action}`).join(" "),
    );
    expect(ran).toEqual([
      "fixed:a free:a",
      "fixed:a free:b",
      "fixed:a missing:a",
      "fixed:a missing:NoAction",
      "fixed:a marked:a",
      "fixed:a marked:drop",
      "fixed:a",
    ]);
  });

  it("[F5] constant entries leave the actions whose keys can match", () => {
    const ran = report("rules/entries").paths.map((path) => path.tables[0]?.action);
    expect(ran).toEqual(["rewrite", "mark", "rewrite", undefined]);
  });

  it("[F5] an entries file narrows the tables that it names", () => {
    const entries = entriesText(
      {
        table: "MyIngress.ipv4_lpm",
        action_name: "MyIngress.ipv4_forward",
        match: { "hdr.ipv4.dst": ["10.0.1.1", 32] },
      },
      { table: "MyIngress.ipv4_lpm", default_action: true, action_name: "MyIngress.drop" },
    );
    const { paths } = report("tutorial/basic", { entries });
    expect(paths.map((path) => path.tables[0]?.action)).toEqual(["ipv4_forward", "drop", undefined]);
  });

  it.each([
    ["a key that is known meets one entry", "hdr.a.x = 5;", ["t set 5 => 1", "t skip 6 =>"], ["set"]],
    ["a key that is known meets none", "hdr.a.x = 7;", ["t set 5 => 1", "t skip 6 =>"], ["NoAction"]],
    [
      "the smallest priority wins",
      "hdr.b.x = 5;",
      ["u set 5&&&0xff => 1 9", "u skip 4&&&0xfc => 3"],
      ["skip"],
    ],
    [
      "what an entry takes before, one behind it never gets",
      "",
      ["u skip 0&&&0 => 3", "u set 5&&&0xff => 1 9"],
      ["skip"],
    ],
    [
      "the longest prefix wins",
      "hdr.b.y = 0x12;",
      ["v set 0x10/4 => 1", "v skip 0x12/8 =>", "v set 0/0 => 2"],
      ["skip"],
    ],
    ["each packet meets a prefix of no bits", "", ["v set 0x10/4 => 1", "v skip 0/0 =>"], ["set", "skip"]],
    ["entries of the program stay beside those of a file", "", ["w set 2 => 1"], ["set", "skip", "NoAction"]],
    [
      "an entry that is deleted runs no more",
      "",
      ["t set 5 => 1", "t skip 6 =>", "- t 0"],
      ["skip", "NoAction"],
    ],
    [
      "an entry that is modified runs its new action",
      "hdr.a.x = 5;",
      ["t set 5 => 1", "~ t skip 0"],
      ["skip"],
    ],
  ])("[F5] entries of a file are met by their values: %s", (_, before, entries, expected) => {
    const table = entries[0]?.[0];
    const text = entries
      .map((each) =>
        each
          .replace(/^(?![-~])/, "table_add ")
          .replace("- ", "table_delete ")
          .replace("~ ", "table_modify "),
      )
      .join("\n");
    const body = `action set(bit<8> v) { hdr.b.x = v; } action skip() { hdr.b.setInvalid(); }
      table t { key = { hdr.a.x : exact; } actions = { set; skip; } }
      table u { key = { hdr.b.x : ternary; } actions = { set; skip; } }
      table v { key = { hdr.b.y : lpm; } actions = { set; skip; } }
      table w { key = { hdr.a.x : exact; } actions = { set; skip; } entries = { 9 : skip(); } }
      apply { ${before} ${table}.apply(); }`;
    const source = { file: "small.p4", text: small(all, body) };
    const { report: found } = analyseProgram(source, { entries: { name: "e", text } });
    expect(found.diagnostics).toEqual([]);
    expect(found.paths.map(({ tables }) => tables[0]?.action).sort()).toEqual([...expected].sort());
  });

  it("[F5] a default action of a file leaves constant entries in place", () => {
    const body = `action set() { hdr.b.x = 1; } action skip() { hdr.b.setInvalid(); }
      table t { key = { hdr.a.x : exact; } actions = { set; skip; } const entries = { 9 : skip(); } }
      apply { t.apply(); }`;
    const source = { file: "small.p4", text: small(all, body) };
    const entries = { name: "e", text: "table_set_default t set" };
    const { report: found } = analyseProgram(source, { entries });
    expect(found.paths.map(({ tables }) => tables[0]?.action).sort()).toEqual(["set", "skip"]);
  });

  it("[F5] entries for tables and actions that the program does not have are errors", () => {
    const entry = { table: "MyIngress.ipv4_lpm", action_name: "MyIngress.forward" };
    const other = { table: "MyIngress.acl", action_name: "MyIngress.drop" };
    const { diagnostics, paths } = report("tutorial/basic", { entries: entriesText(entry, other) });
    expect(paths).toEqual([]);
    expect(diagnostics.map((each) => `${each.code}: ${each.message}`)).toEqual([
      "entries-unknown: there is no action MyIngress.forward in table MyIngress.ipv4_lpm; the program has MyIngress.ipv4_forward, MyIngress.drop, NoAction",
      "entries-unknown: there is no table MyIngress.acl; the program has MyIngress.ipv4_lpm",
    ]);
  });

  it("[F6] hit, miss and action_run agree with the action", () => {
    const found = analyse(
      `action p() { hdr.a.x = 1; } action q() { }
       table t { key = { hdr.a.y: exact; } actions = { p; @defaultonly q; } default_action = q(); }
       apply {
         switch (t.apply().action_run) { p: { hdr.b.x = 1; } q: { hdr.b.setInvalid(); } }
       }`,
    );
    expect(found.paths.map((path) => featureVector(path.features).join(" "))).toEqual([
      "2 2 0 0 0 1",
      "2 0 0 1 0 1",
    ]);
    const missed = analyse(
      `action p() { } table t { key = { hdr.a.y: exact; } actions = { p; @defaultonly NoAction; } default_action = NoAction(); }
       apply { if (t.apply().hit) { hdr.a.x = 1; } else { hdr.b.setInvalid(); } }`,
    );
    expect(missed.paths.map((path) => featureVector(path.features).join(" "))).toEqual([
      "2 1 0 0 0 1",
      "2 0 0 1 0 1",
    ]);
  });

  it("[F7] exit and return leave what they should", () => {
    expect(vectors("rules/leaving")).toEqual(["2 1 0 0 0 1", "2 1 0 0 0 1", "2 2 0 0 0 1", "1 1 0 0 0 0"]);
    const body =
      "action a() { hdr.a.x = 1; return; } apply { a(); hdr.b.x = 1; if (hdr.a.x == 1) { return; } hdr.b.setInvalid(); }";
    expect(smallVectors(body)).toEqual(["2 2 0 0 0 0"]);
  });

  it("[F8] a parser error goes on to ingress, which can see it", () => {
    expect(outcomes("rules/parser_error")).toEqual(["forward", "drop", "drop"]);
  });

  it("[F10] stacks bound their loops; others are cut with a warning", () => {
    expect(report("tutorial/source_routing").max?.parse).toBe(6);
    const endless = report("rules/endless");
    expect(endless.max?.parse).toBe(33);
    expect(endless.diagnostics).toMatchObject([{ severity: "warning", code: "program-loop" }]);
  });

  it("[F11] metadata starts as zero", () => {
    expect(smallVectors("apply { if (meta.m == 1) { hdr.a.x = 1; } }")).toEqual(["2 0 0 0 0 0"]);
    const again = "apply { if (meta.m == 1) { hdr.a.x = 1; } else { resubmit_preserving_field_list(0); } }";
    expect(smallVectors(again)).toEqual(["2 1 0 0 0 0", "2 0 0 0 0 0"]);
  });

  it("[F12] a value set may match and may not", () => {
    expect(report("rules/sets_and_loops").paths.map((path) => path.states.at(-1))).toEqual([
      "parse_udp",
      "parse_short",
      "start",
    ]);
  });
});
