import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyseProgram } from "../analyseProgram.ts";
import { analyseText } from "../analyseText.ts";
import { pathKeys } from "../fixtures/pathKeys.ts";
import { entriesText, libraryText } from "../fixtures/readFixture.ts";
import type { FeaturesReport } from "../report.ts";
import { analyseBmv2 } from "./analyseBmv2.ts";
import { isBmv2Json, MAX_BMV2_NESTING } from "./readBmv2.ts";

const fixture = (name: string): string =>
  readFileSync(new URL(`../fixtures/bmv2/${name}`, import.meta.url), "utf8");
/** Programs that are here for this test only. */
const OWN = new Set(["stacks", "clone"]);
const sourceOf = (name: string): string =>
  OWN.has(name) ? fixture(`${name}.p4`) : libraryText(`programs/${name}.p4`);

const compiled = (name: string) => analyseBmv2({ file: `${name}.json`, text: fixture(`${name}.json`) });
const source = (name: string) => analyseProgram({ file: `${name}.p4`, text: sourceOf(name) });

const names = ["l3fwd", "l3fwd_firewall", "stacks", "clone"];

describe("compiled programs", () => {
  it.each(names)("[J1] %s has the paths of its source", (name) => {
    const [ours, theirs] = [compiled(name).report, source(name).report];
    expect(ours.diagnostics).toEqual([]);
    expect(theirs.diagnostics).toEqual([]);
    expect(new Set(pathKeys(ours))).toEqual(new Set(pathKeys(theirs)));
    expect(ours).toMatchObject({ architecture: "v1model", min: theirs.min, max: theirs.max });
    expect(ours.pathCount).toBe(theirs.pathCount);
    const declared = ({ tables }: FeaturesReport) =>
      tables.map(({ name: table, keys, entries }) => [table, keys, entries]);
    // the compiler orders them by use
    expect(new Set(declared(ours))).toEqual(new Set(declared(theirs)));
  });

  it("[F15] clones of a compiled program take the paths of those of its source", () => {
    const [ours, theirs] = [compiled("clone").report, source("clone").report].map(
      ({ clones, diagnostics }) => ({
        diagnostics,
        clones: clones?.map(({ features, tables, outcome, clonedBy }) =>
          JSON.stringify({ features, tables, outcome, clonedBy }),
        ),
      }),
    );
    expect(ours?.diagnostics).toEqual([]);
    expect(ours?.clones).toHaveLength(4);
    expect(new Set(ours?.clones)).toEqual(new Set(theirs?.clones));
    // metadata that no list keeps is zero, so the table that asks for it is never met
    expect(ours?.clones?.join()).not.toContain('"q"');
  });

  it("[F15] clones that keep different lists may have any metadata", () => {
    const text = fixture("clone.json");
    const [action] = JSON.parse(text).actions.filter((each: { primitives: { op: string }[] }) =>
      each.primitives.some(({ op }) => op.startsWith("clone")),
    );
    const program = JSON.parse(text);
    program.actions.push({
      ...action,
      id: 99,
      primitives: JSON.parse(JSON.stringify(action.primitives).replace('"0x1"', '"0x2"')),
    });
    const { report } = analyseBmv2({ file: "open.json", text: JSON.stringify(program) });
    expect(report.clones?.some(({ tables }) => tables.some(({ name }) => name === "q"))).toBe(true);
  });

  it("[J1] a drop that the compiler asks for in a copy of the standard metadata is one", () => {
    const program = JSON.parse(fixture("l3fwd.json"));
    const field = (header: string, name: string) => ({ type: "field", value: [header, name] });
    const move = (to: string, from: string) =>
      ["egress_spec", "mcast_grp"].map((name) => ({
        ...{ op: "assign", parameters: [field(to, name), field(from, name)] },
      }));
    program.headers.unshift({ name: "smeta_0", id: 97, header_type: "standard_metadata", metadata: true });
    for (const action of program.actions)
      action.primitives = action.primitives.flatMap((each: { op: string }) =>
        each.op === "mark_to_drop"
          ? [
              ...move("smeta_0", "standard_metadata"),
              { op: "mark_to_drop", parameters: [{ type: "header", value: "smeta_0" }] },
              ...move("standard_metadata", "smeta_0"),
            ]
          : [each],
      );
    const text = JSON.stringify(program);
    expect(text).toContain('"smeta_0"}');
    const { report } = analyseBmv2({ file: "copied.json", text });
    expect(pathKeys(report)).toEqual(pathKeys(compiled("l3fwd").report));
  });

  it("[J1] a select without a matching case ends the parser without an error, as BMv2 runs it", () => {
    const text = fixture("clone.json");
    const program = JSON.parse(text);
    const [start] = program.parsers[0].parse_states;
    start.transitions = start.transitions.filter((each: { value: string | null }) => each.value !== null);
    const { report } = analyseBmv2({ file: "open.json", text: JSON.stringify(program) });
    expect(report.pathCount).toBe(compiled("clone").report.pathCount);
  });

  it("[J1] the text decides whether a program is compiled", () => {
    const text = fixture("l3fwd.json");
    const any = analyseText({ fileName: "l3fwd.json", source: text });
    expect(pathKeys(any.report)).toEqual(pathKeys(compiled("l3fwd").report));
    expect(any.report).toMatchObject({ program: "l3fwd.json", hash: compiled("l3fwd").report.hash });
    const own = analyseText({ fileName: "l3fwd.p4", source: sourceOf("l3fwd") });
    expect([own.report, own.checked?.files.size]).toEqual([source("l3fwd").report, 3]);
  });

  it.each(names)("[J1] %s has the same paths as P4 text", (name) => {
    const any = analyseText({ fileName: `${name}.json`, source: fixture(`${name}.json`) }).report;
    expect(any.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(new Set(pathKeys(any))).toEqual(new Set(pathKeys(compiled(name).report)));
    expect(any.clones?.length).toBe(compiled(name).report.clones?.length);
  });

  it("[J1] temporary headers of the compiler count nothing", () => {
    const text = fixture("l3fwd.json")
      .replace(
        '"name": "scalars", "id": 0',
        '"name": "tmp_4", "id": 9, "header_type": "ipv4_t", "metadata": false}, {"name": "scalars", "id": 0',
      )
      .replace(
        '"parser_ops": [',
        '"parser_ops": [{"op": "primitive", "parameters": [{"op": "add_header", "parameters": [{"type": "header", "value": "tmp_4"}]}]}, ',
      );
    const { report } = analyseBmv2({ file: "l3fwd.json", text });
    expect(pathKeys(report)).toEqual(pathKeys(compiled("l3fwd").report));
  });

  it("[J3] a table that has only NoAction can hit with it", () => {
    const program = JSON.parse(fixture("l3fwd.json"));
    const table = program.pipelines[0].tables.find(({ name }: { name: string }) => name.endsWith("ipv4_lpm"));
    program.actions.push({ name: "NoAction", id: 90, runtime_data: [], primitives: [] });
    table.action_ids = [90];
    table.actions = ["NoAction"];
    table.next_tables = { __HIT__: null, __MISS__: "tbl_drop" };
    table.default_entry = { ...table.default_entry, action_id: 90 };
    const text = JSON.stringify(program);
    const { report } = analyseBmv2({ file: "only.json", text });
    expect(report.diagnostics).toEqual([]);
    const matched = report.paths.filter((path) => path.tables[0]?.name === "ipv4_lpm");
    expect(new Set(matched.map((path) => `${path.tables[0]?.action} ${path.outcome}`))).toEqual(
      new Set(["NoAction forward", "NoAction drop"]),
    );
  });

  it("[J1] what was compiled for another architecture is not taken for v1model", () => {
    const text = fixture("l3fwd.json").replaceAll("standard_metadata", "psa_ingress_output_metadata");
    const { report } = analyseBmv2({ file: "psa.json", text });
    expect(report).toMatchObject({ paths: [], min: null });
    expect(report.diagnostics[0]?.message).toMatch(/compiled for another architecture/);
  });

  it("[J2] lines are those of the source, where the compiler wrote them", () => {
    const first = compiled("l3fwd").report.paths[0];
    const lines = sourceOf("l3fwd").split("\n");
    const written = first?.source.filter((each) => each.construct === "modify");
    expect(written).toHaveLength(2);
    for (const each of written ?? []) {
      expect(each.file).toBe("l3fwd.p4");
      expect(lines[each.line - 1]).toContain(`hdr.${each.header}.`);
    }
  });

  it("[J3] constant entries stay beside a default action of a file", () => {
    const entries = { name: "e", text: "table_set_default classes pass" };
    const [ours, alone] = [{ entries }, {}].map(
      (options) => analyseBmv2({ file: "s.json", text: fixture("stacks.json") }, options).report,
    );
    expect(ours).toEqual(alone);
  });

  it("[J3] table entries narrow the actions", () => {
    const entries = entriesText({ table: "MyIngress.tagging", action_name: "MyIngress.strip" });
    const { report } = analyseBmv2({ file: "s.json", text: fixture("stacks.json") }, { entries });
    const actions = report.paths.flatMap((path) => path.tables.filter((each) => each.name === "tagging"));
    expect(new Set(actions.map((each) => each.action))).toEqual(new Set(["strip", "drop"]));
    const wrong = entriesText({ table: "nowhere", action_name: "drop" });
    const refused = analyseBmv2({ file: "s.json", text: fixture("stacks.json") }, { entries: wrong }).report;
    expect(refused.diagnostics[0]?.message).toMatch(
      /there is no table nowhere; the program has .*classes, .*tunnels/,
    );
  });

  it.each([
    ["not JSON", '{ "header_types": ', /not valid JSON/],
    ["parts are missing", '{ "header_types": [], "pipelines": [] }', /headers: .*compile the program again/],
    [
      "a pipeline that leads nowhere",
      fixture("l3fwd.json").replace('"init_table": "node_2"', '"init_table": "node_9"'),
      /goes to node_9, which it does not have/,
    ],
  ])("[J1] %s: an error, no path", (_, text, message) => {
    const { report, graph } = analyseBmv2({ file: "x.json", text });
    expect(report.diagnostics.map((each) => each.message).join()).toMatch(message);
    expect(report).toMatchObject({ paths: [], min: null, max: null });
    expect(graph).toBeNull();
  });

  it("[J1] is told from other JSON and from P4", () => {
    expect(names.map((name) => isBmv2Json(fixture(`${name}.json`)))).toEqual(names.map(() => true));
    expect(isBmv2Json('{"table_entries": []}')).toBe(false);
    expect(isBmv2Json(sourceOf("l3fwd"))).toBe(false);
  });

  it("[J1] an expression of a million levels is refused, one that is let through is followed to its end", () => {
    const deep = (operators: number): string => {
      const open = '{"type":"expression","value":{"op":"+","left":null,"right":';
      const value = `${open.repeat(operators)}{"type":"hexstr","value":"0x1"}${"}}".repeat(operators)}`;
      return fixture("l3fwd.json").replace(/\{\s*"type"\s*:\s*"hexstr",\s*"value"\s*:\s*"[^"]*"\s*\}/, value);
    };
    const messages = (operators: number): string[] =>
      analyseBmv2({ file: "x.json", text: deep(operators) }).report.diagnostics.map((each) => each.message);
    expect(deep(10)).not.toBe(fixture("l3fwd.json"));
    expect(messages(1_000_000)).toEqual([
      `the file is nested deeper than ${MAX_BMV2_NESTING} levels; flatten the file`,
    ]);
    expect(messages(MAX_BMV2_NESTING / 2 - 20).join()).not.toMatch(/nested deeper|stack/);
  });

  it("[J1] never throws, whatever is changed", () => {
    const texts = names.map((name) => fixture(`${name}.json`));
    const change = fc.record({
      text: fc.constantFrom(...texts),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.integer({ min: 0, max: 40 }),
      insert: fc.constantFrom("", "null", "[]", '"x"', "0", "{", "-1"),
    });
    fc.assert(
      fc.property(change, ({ text, at, length, insert }) => {
        const start = Math.floor(at * text.length);
        const changed = text.slice(0, start) + insert + text.slice(start + length);
        const { report } = analyseBmv2({ file: "x.json", text: changed });
        expect(report.program).toBe("x.json");
      }),
      { numRuns: 150 },
    );
  });
});
