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

/** What a text says, with priorities by their rank: the two scales differ. */
function read(text: string) {
  const { changes, diagnostics } = readEntries(text, "e", tables);
  expect(diagnostics).toEqual([]);
  const priorities = changes.flatMap((each) =>
    "priority" in each && each.priority !== 0 ? [each.priority] : [],
  );
  const ranks = [...new Set(priorities)].sort((a, b) => a - b);
  return changes.map(({ at, ...change }) => ({
    line: at().line,
    change: "priority" in change ? { ...change, priority: 1 + ranks.indexOf(change.priority) } : change,
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
      "table I.t has an entry with this match and the priority 9 already; change it by an update of type MODIFY",
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
