import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  asCommands,
  asJson,
  asP4Runtime,
  type MadeEntry,
  madeEntries,
} from "../../../testing/entries/threeForms.ts";
import { type Parts, send, smallP4, smallSwitch } from "../../../testing/run/smallSwitch.ts";
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
