import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  asCommands,
  asJson,
  asP4Runtime,
  type MadeEntry,
  madeEntries,
} from "../../../testing/entries/threeForms.ts";
import { type Parts, packet, send, smallP4, smallSwitch } from "../../../testing/run/smallSwitch.ts";
import { checkP4 } from "../../p4/index.ts";
import { analyseText, programTables, readEntries } from "../../program/index.ts";
import { keyOfPass, keyOfPath, shownTables } from "../pathKey.ts";
import { install } from "./install.ts";

const parts: Parts = {
  locals: `action set(bit<8> v, bit<48> w) { hdr.h.a = v; hdr.h.e = w; }
    action gone() { mark_to_drop(s); } action to(bit<9> port, bit<32> d) { s.egress_spec = port; hdr.h.d = d; }
    table one { key = { hdr.h.a : exact; hdr.h.d : lpm; } actions = { set; gone; } }
    table two { key = { hdr.h.b : ternary; hdr.h.c : range; } actions = { to; gone; } default_action = to(1, 2); }
    table four { key = { hdr.h.b : ternary; hdr.h.c : range; } actions = { set; gone; } }
    table three { key = { hdr.h.e : ternary; hdr.h.d : lpm; hdr.h.a : exact; } actions = { set; to; } }`,
  ingress: "if (hdr.h.c < 9) one.apply(); two.apply(); if (four.apply().hit) three.apply();",
};
const source = smallP4(parts);
const tables = programTables(checkP4({ file: "small.p4", text: source }));

/**
 * What a text says, with priorities by their rank: the two scales differ. That commands insert is left out: the others
 * may give an entry of the program back.
 */
function read(text: string) {
  const { changes, diagnostics } = readEntries(text, "e", tables);
  expect(diagnostics).toEqual([]);
  const priorities = changes.flatMap((each) =>
    "priority" in each && each.priority !== 0 ? [each.priority] : [],
  );
  const ranks = [...new Set(priorities)].sort((a, b) => a - b);
  return changes.map(({ at, ...change }) => ({
    line: at().line,
    change:
      "priority" in change
        ? { ...change, priority: 1 + ranks.indexOf(change.priority), update: undefined }
        : change,
  }));
}

/** A packet whose keys are what an entry demands. */
function packetFor({ table, matches }: MadeEntry): string {
  const values = new Map(
    (matches ?? []).map((match, i) => {
      const value = match.kind === "range" ? match.low : match.kind === "any" ? 0n : match.value;
      return [table.keys[i]!.name.slice(-1), BigInt(value)];
    }),
  );
  const digits = { a: 2, b: 2, c: 4, d: 8, e: 12 };
  const field = ([name, count]: [string, number]) =>
    (values.get(name) ?? 0n).toString(16).padStart(count, "0");
  return Object.entries(digits).map(field).join("");
}

describe("entries in three forms", () => {
  const forms = [asCommands, asJson, asP4Runtime];

  it("are one and the same value", () => {
    fc.assert(
      fc.property(madeEntries(tables), (made) => {
        const [commands, ...others] = forms.map((form) => read(form(made)));
        expect(commands!.map(({ line }) => line)).toEqual(made.map((_, index) => index + 1));
        for (const other of others)
          expect(other.map(({ change }) => change)).toEqual(commands!.map(({ change }) => change));
      }),
      { numRuns: 150 },
    );
  });

  it("say where a mistake is, once for each, with what would be right", () => {
    const wrong = (text: string) =>
      readEntries(text, "e", tables).diagnostics.map(({ message, span }) => `${span?.line}: ${message}`);
    expect(wrong("table_add one set 1 10.0.0.0/8 => 256 1\ntable_add one set 256 10.0.0.0/8 => 1 1")).toEqual(
      ["1: 256 does not fit v, which has 8 bits", "2: 256 does not fit hdr.h.a, which has 8 bits"],
    );
    const entry = { table: "one", action_name: "gone", match: { "hdr.h.a": 1, "hdr.h.d": ["10.0.0.0", 40] } };
    const other = { ...entry, match: { "hdr.h.x": 1 } };
    expect(
      wrong(JSON.stringify({ table_entries: [entry, other, entry] }, null, 1)).map((each) =>
        each.replace(/;.*/, ""),
      ),
    ).toEqual([
      "3: a prefix of hdr.h.d has 0 to 32 bits, not 40",
      "14: there is no key hdr.h.x in table I.one",
    ]);
    const message = `table_entry {\n table_id: 1 ("I.two")\n match { field_id: 2 range { low: "b" high: "a" } }
      action { action { action_id: 1 ("I.gone") } } }`;
    expect(wrong(message)).toEqual([
      "2: the range 98 to 97 of hdr.h.c is empty; give the smaller value first",
    ]);
  });

  it.each([
    ["", "table_add t NoAction 1 =>"],
    ["@defaultonly NoAction;", "table_add t NoAction 1 =>"],
    [
      "",
      JSON.stringify({ table_entries: [{ table: "t", match: { "hdr.h.a": 1 }, action_name: "NoAction" }] }),
    ],
    [
      "",
      `table_entry { table_id: 1 ("I.t") match { field_id: 1 exact { value: "a" } }
        action { action { action_id: 2 ("NoAction") } } }`,
    ],
  ])("cannot run what is for misses only, in the analysis as in runs: %s %s", (more, text) => {
    const misses: Parts = {
      locals: `action set() { } table t { key = { hdr.h.a : exact; } actions = { set; ${more} } }`,
      ingress: "t.apply();",
    };
    const [entries, message] = [
      { name: "e", text },
      "entries of table I.t cannot run NoAction, which is for misses only; they run I.set",
    ];
    const { report } = analyseText({ fileName: "small.p4", source: smallP4(misses), includes: {}, entries });
    expect(report.diagnostics).toMatchObject([{ code: "entries-unknown", message }]);
    expect(install(smallSwitch(misses), text, "e")).toMatchObject([{ message }]);
    expect(install(smallSwitch(misses), "table_set_default t NoAction", "e")).toEqual([]);
  });

  it("do the same to packets, which take a listed path, and leave the same paths", () => {
    fc.assert(
      fc.property(
        madeEntries(tables),
        fc.array(fc.uint8Array({ minLength: 14, maxLength: 14 }), { minLength: 4, maxLength: 4 }),
        (made, drawn) => {
          const [first, ...others] = forms.map((form) => {
            const [text, target] = [form(made), smallSwitch(parts, { trace: true })];
            expect(install(target, text, "e")).toEqual([]);
            const aimed = made.map(packetFor);
            const packets = [...drawn.map((bytes) => Buffer.from(bytes).toString("hex")), ...aimed];
            const entries = { name: "e", text };
            const { report } = analyseText({ fileName: "small.p4", source, includes: {}, entries });
            expect(report.diagnostics).toEqual([]);
            const [listed, shown] = [
              new Set(report.paths.map(keyOfPath)),
              shownTables(report.tables.map(({ name }) => name)),
            ];
            const sent = packets.map((packet) => {
              const leaving = send(target, packet);
              for (const pass of target.takeTrace().passes) expect(listed).toContain(keyOfPass(pass, shown));
              return leaving;
            });
            return { sent, paths: report.paths };
          });
          for (const other of others) expect(other).toEqual(first);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe("updates of P4Runtime text, in runs as in the analysis", () => {
  const one: Parts = {
    locals: `action set(bit<8> v) { hdr.h.a = v; } action gone() { mark_to_drop(s); }
      table t { key = { hdr.h.b : ternary; } actions = { set; gone; } }
      table own { key = { hdr.h.c : exact; } actions = { gone; } entries = { 7 : gone(); } }`,
    ingress: "t.apply(); own.apply();",
  };
  const entry = (more: string) => `table_entry { table_id: 1 ("I.t") ${more} }`;
  const match = (bits: string, priority: number) =>
    `match { field_id: 1 ternary { value: "${bits}" mask: "\\xff" } } priority: ${priority}`;
  const set = (v: string) =>
    `action { action { action_id: 2 ("I.set") params { param_id: 1 value: "\\x${v}" } } }`;
  const update = (type: string, more: string) => `updates { type: ${type} entity { ${entry(more)} } }`;
  const [five, six] = [match("\\x05", 9), match("\\x06", 9)];
  const own = `updates { type: DELETE entity { table_entry { table_id: 1 ("I.own")
    match { field_id: 1 exact { value: "\\x07" } } } } }`;
  const inserted = update("INSERT", `${five} ${set("11")}`);

  it.each<[string, string[], string | undefined, number]>([
    ["MODIFY gives an entry another action", [update("MODIFY", `${five} ${set("22")}`)], "2205", 1],
    ["types may be numbers", [update("2", `${five} ${set("22")}`)], "2205", 1],
    ["DELETE takes an entry out, whatever its action", [update("DELETE", `${five} ${set("33")}`)], "0005", 0],
    [
      "what was deleted can be inserted again",
      [update("DELETE", five), update("INSERT", `${five} ${set("44")}`)],
      "4405",
      1,
    ],
    [
      "the priority tells entries apart",
      [update("INSERT", `${match("\\x05", 10)} ${set("55")}`), update("MODIFY", `${five} ${set("66")}`)],
      "5505",
      2,
    ],
    [
      "MODIFY sets what misses and resets it",
      [
        update("MODIFY", `is_default_action: true ${set("77")}`),
        update("DELETE", five),
        update("MODIFY", "is_default_action: true"),
      ],
      "0005",
      0,
    ],
    ["entries of the program go, too", [own], "1105", 1],
    ["MODIFY without an action leaves the action as it is", [update("MODIFY", five)], "1105", 1],
  ])("%s", (_, updates, expected, count) => {
    const [target, text] = [smallSwitch(one), [inserted, ...updates].join("\n")];
    expect(install(target, text, "e")).toEqual([]);
    const [sent = ""] = send(target, packet({ b: "05" }));
    expect(sent.slice(2, 6)).toBe(expected);
    const entries = { name: "e", text };
    const { report } = analyseText({ fileName: "small.p4", source: smallP4(one), includes: {}, entries });
    expect(report.diagnostics).toEqual([]);
    expect(report.tables.map((table) => table.entries)).toEqual([count, updates.includes(own) ? 0 : 1]);
  });

  it.each([
    [
      update("INSERT", `${five} ${set("22")}`),
      "table I.t has an entry with this match and the priority 9 already; change or delete that one instead",
    ],
    [
      update("MODIFY", six),
      "table I.t has no entry with this match and the priority 9; add it by an update of type INSERT",
    ],
    [
      own.replaceAll("x07", "x08"),
      "table I.own has no entry with this match to delete; give match and priority as it was inserted",
    ],
    [
      update("MODIFY", `${six} ${set("22")}`),
      "table I.t has no entry with this match and the priority 9; add it by an update of type INSERT",
    ],
    [
      update("DELETE", match("\\x05", 8)),
      "table I.t has no entry with this match and the priority 8 to delete; give match and priority as it was inserted",
    ],
    [
      update("INSERT", `is_default_action: true ${set("22")}`),
      "the default action of table I.t is always there; set it by an update of type MODIFY, which resets it without an action",
    ],
    [update("UPSERT", five), "an update is of type INSERT, MODIFY or DELETE, not UPSERT"],
  ])("%s is refused", (wrong, message) => {
    const text = `${inserted}\n${wrong}`;
    const problem = { message, span: { line: 2 } };
    expect(install(smallSwitch(one), text, "e")).toMatchObject([problem]);
    const entries = { name: "e", text };
    const { report } = analyseText({ fileName: "small.p4", source: smallP4(one), includes: {}, entries });
    expect(report.diagnostics).toMatchObject([problem]);
  });
});

describe("a second entry of the same match and priority", () => {
  const twice: Parts = {
    locals: `action set(bit<8> v) { hdr.h.a = v; }
      table one { key = { hdr.h.b : exact; } actions = { set; } }
      table two { key = { hdr.h.b : ternary; } actions = { set; } }
      table own { key = { hdr.h.b : lpm; } actions = { set; } entries = { 0x50 &&& 0xf0 : set(1); } }`,
    ingress: "one.apply(); two.apply(); own.apply();",
  };
  const entry = (b: unknown, more: object = {}) => ({
    ...{ table: "one", match: { "hdr.h.b": b }, action_name: "set", action_params: { v: 1 } },
    ...more,
  });
  const json = (...table_entries: object[]) => JSON.stringify({ table_entries });
  const p4Runtime = (
    b: string,
  ) => `table_entry { table_id: 1 ("I.one") match { field_id: 1 exact { value: "${b}" } }
    action { action { action_id: 2 ("I.set") params { param_id: 1 value: "a" } } } }`;
  const problem = (text: string) => {
    const entries = { name: "e", text };
    const { report } = analyseText({ fileName: "small.p4", source: smallP4(twice), includes: {}, entries });
    const ran = install(smallSwitch(twice), text, "e");
    expect(report.diagnostics).toEqual(ran);
    return ran.map(({ message, span }) => `${span?.line}: ${message}`);
  };

  it.each([
    ["table_add one set 5 => 1\ntable_add one set 0x05 => 2", 2, "one"],
    ["table_add two set 5&&&7 => 1 9\n\ntable_add two set 13&&&7 => 2 9", 3, "two", " and the priority 9"],
    ["table_add own set 0x55/4 => 2", 1, "own"],
    [json(entry(5), entry(5)).replace("},{", "},\n{"), 2, "one"],
    [`${p4Runtime("a")}\n${p4Runtime("a")}`, 3, "one"],
  ])(
    "is refused as BMv2 does, at its line, in runs as in the analysis: %s",
    (text, line, table, more = "") => {
      expect(problem(text)).toEqual([
        `${line}: table I.${table} has an entry with this match${more} already; change or delete that one instead`,
      ]);
    },
  );

  it.each([
    "table_add one set 5 => 1\ntable_add one set 6 => 2",
    "table_add two set 5&&&7 => 1 9\ntable_add two set 5&&&7 => 2 8",
    "table_add one set 5 => 1\ntable_delete one 0\ntable_add one set 5 => 2",
    "table_add own set 0x55/5 => 2",
    json(entry(5), entry(6)),
    // what a switch gives back
    json(entry(["0x50", 4], { table: "own" })),
  ])("is none: %s", (text) => expect(problem(text)).toEqual([]));
});

describe("entries of the program that may change", () => {
  const own: Parts = {
    locals: `action a() { hdr.h.a = 1; } action b() { hdr.h.a = 2; } action c() { hdr.h.a = 3; }
      table t { key = { hdr.h.b : exact; } actions = { a; b; c; } entries = { 5 : a(); 6 : b(); } }`,
    ingress: "t.apply();",
  };
  const actions = (text: string) => {
    const entries = { name: "e", text };
    const { report } = analyseText({ fileName: "small.p4", source: smallP4(own), includes: {}, entries });
    expect(report.diagnostics).toEqual([]);
    const target = smallSwitch(own);
    expect(install(target, text, "e")).toEqual([]);
    const ran = ["05", "06", "07"].map((b) => send(target, packet({ b }))[0]!.slice(2, 4));
    return [
      report.paths
        .map(({ tables }) => tables[0]!.action)
        .sort()
        .join(),
      ran.join(),
      report.tables[0]!.entries,
    ];
  };
  const update = (
    type: string,
    b: string,
    more = "",
  ) => `updates { type: ${type} entity { table_entry { table_id: 1 ("I.t")
    match { field_id: 1 exact { value: "\\x0${b}" } } ${more} } } }`;
  const run = (name: string) => `action { action { action_id: 2 ("I.${name}") } }`;

  it.each([
    ["table_delete t 0", "NoAction,b", "00,02,00", 1],
    ["table_delete t 1", "NoAction,a", "01,00,00", 1],
    ["table_modify t c 1", "NoAction,a,c", "01,03,00", 2],
    ["table_clear t", "NoAction", "00,00,00", 0],
    [update("DELETE", "5"), "NoAction,b", "00,02,00", 1],
    [update("MODIFY", "6", run("c")), "NoAction,a,c", "01,03,00", 2],
    [update("MODIFY", "6"), "NoAction,a,b", "01,02,00", 2],
  ])("%s: exactly these are left, in runs as in the analysis", (text, listed, ran, count) => {
    expect(actions(text)).toEqual([listed, ran, count]);
  });
});

it("deletes and clears many entries in less time than they take to add", () => {
  const many: Parts = {
    locals: "action set(bit<8> v) { hdr.h.a = v; } table t { key = { hdr.h.d : exact; } actions = { set; } }",
    ingress: "t.apply();",
  };
  const target = smallSwitch(many);
  const numbers = Array.from({ length: 20_000 }, (_, i) => i);
  const timeOf = (lines: readonly string[]): number => {
    const from = performance.now();
    expect(install(target, lines.join("\n"), "e")).toEqual([]);
    return performance.now() - from;
  };
  const adding = timeOf(numbers.map((i) => `table_add t set ${i} => 1`));
  expect(timeOf(numbers.slice(0, 10_000).map((i) => `table_delete t ${i}`))).toBeLessThan(3 * adding);
  expect(timeOf(["table_clear t"])).toBeLessThan(adding);
  expect(target.machine.tables[0]!.entries).toEqual([]);
});
