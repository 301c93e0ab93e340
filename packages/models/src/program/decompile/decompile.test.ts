import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkP4 } from "../../p4/index.ts";
import { p4TextOf } from "./compiledText.ts";

const fixture = (name: string): string =>
  readFileSync(new URL(`../fixtures/bmv2/${name}.json`, import.meta.url), "utf8");
type Json = { type: string; value: unknown };
const expression = (op: string, left: Json | null, right: Json, cond?: Json): Json => ({
  type: "expression",
  value: { op, left, right, ...(cond ? { cond } : {}) },
});
const field = (...value: string[]): Json => ({ type: "field", value });
const constant = (value: string): Json => ({ type: "hexstr", value });
const ttl = field("ipv4", "ttl");
const length = field("ipv4", "total_len");
const version = field("ipv4", "version");

/** The P4 text of l3fwd with other primitives in its action that forwards. */
function withPrimitives(...primitives: { op: string; parameters: unknown[] }[]) {
  const program = JSON.parse(fixture("l3fwd"));
  const action = program.actions.find(({ name }: { name: string }) => name === "IngressImpl.ipv4_forward");
  action.primitives = primitives;
  return p4TextOf({ file: "x.json", text: JSON.stringify(program) });
}

describe("the P4 text of a compiled program", () => {
  it.each(["l3fwd", "l3fwd_firewall", "stacks", "clone"])("of %s is P4 without errors", (name) => {
    const { text, problem } = p4TextOf({ file: `${name}.json`, text: fixture(name) });
    expect(problem).toBeNull();
    const { diagnostics } = checkP4({ file: "x.p4", text: text ?? "" });
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  it("a direct meter has the width of what it writes to, as p4c has it", () => {
    const program = JSON.parse(fixture("l3fwd"));
    const table = program.pipelines[0].tables.find(({ name }: { name: string }) => /lpm/.test(name));
    table.direct_meters = "IngressImpl.limit";
    program.meter_arrays = [
      {
        ...{ name: "IngressImpl.limit", id: 0, is_direct: true, rate_count: 2, type: "bytes" },
        ...{ binding: table.name, result_target: ["ipv4", "version"] },
      },
    ];
    const { text, problem } = p4TextOf({ file: "x.json", text: JSON.stringify(program) });
    expect(problem).toBeNull();
    expect(text).toContain("direct_meter<bit<4>>(MeterType.bytes)");
    const { diagnostics } = checkP4({ file: "x.p4", text: text ?? "" });
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  it("leaves P4 source as it is", () => {
    expect(p4TextOf({ file: "x.p4", text: "parser" })).toEqual({ text: "parser", problem: null });
  });

  it.each([
    [
      "a mask is a width",
      expression("&", expression("+", ttl, constant("0xff")), constant("0xff")),
      "(hdr.ipv4.ttl + 8w255)",
    ],
    [
      "a carry that a shift brings back",
      expression(">>", expression("+", ttl, ttl), constant("0x1")),
      "(bit<8>)(((bit<9>)hdr.ipv4.ttl + (bit<9>)hdr.ipv4.ttl) >> 1)",
    ],
    ["a part of a wider field", expression("&", length, constant("0xff")), "(bit<8>)hdr.ipv4.total_len"],
    [
      "side by side",
      expression("|", expression("<<", version, constant("0x4")), field("ipv4", "ihl")),
      "(((bit<8>)hdr.ipv4.version << 4) | (bit<8>)hdr.ipv4.ihl)",
    ],
    [
      "saturation of what is wider",
      expression("usat_cast", expression("-", length, constant("0x1")), constant("0x8")),
      "((X < 18s0) ? 8w0 : ((X > 18s255) ? 8w255 : (bit<8>)(int<8>)X))".replaceAll(
        "X",
        "(int<18>)((bit<18>)hdr.ipv4.total_len - 18w1)",
      ),
    ],
    [
      "saturation",
      expression("usat_cast", expression("-", ttl, constant("0x1")), constant("0x8")),
      "(hdr.ipv4.ttl |-| 8w1)",
    ],
    [
      "a difference below zero",
      expression(
        "?",
        constant("0x01"),
        constant("0x02"),
        expression("<", expression("-", ttl, constant("0x5")), constant("0x0")),
      ),
      "(((int<10>)((bit<10>)hdr.ipv4.ttl - 10w5) < 10s0) ? 8w1 : 8w2)",
    ],
    [
      "two's complement",
      expression("two_comp_mod", expression("-", version, constant("0x1")), constant("0x4")),
      "(bit<8>)(int<8>)(int<4>)(hdr.ipv4.version - 4w1)",
    ],
    [
      "validity as a number",
      expression("b2d", null, expression("d2b", null, field("ethernet", "$valid$"))),
      "(bit<8>)(hdr.ethernet.isValid() ? 1w1 : 1w0)",
    ],
  ])("%s", (_, value, words) => {
    const { text } = withPrimitives({ op: "assign", parameters: [ttl, value] });
    expect(text).toContain(`    hdr.ipv4.ttl = ${words};`);
    expect(checkP4({ file: "x.p4", text: text ?? "" }).diagnostics).toEqual([]);
  });

  it("a default among the cases of a select is what BMv2 takes last, and the last of several is the only one", () => {
    const program = JSON.parse(fixture("l3fwd"));
    const state = program.parsers[0].parse_states.find(
      (each: { transition_key: unknown[] }) => each.transition_key.length > 0,
    );
    const [first] = state.transitions;
    const always = (next_state: string | null) => ({ type: "default", value: null, mask: null, next_state });
    state.transitions = [always(first.next_state), first, always(null)];
    const { text } = p4TextOf({ file: "x.json", text: JSON.stringify(program) });
    expect(text).toMatch(/select\([^{]*\{\s*[^:]*0x0?800[^:]*: \w+;\s*default: accept;\s*\}/i);
  });

  it("jumps are branches", () => {
    const { text } = withPrimitives(
      { op: "_jump_if_zero", parameters: [expression("==", ttl, constant("0x00")), constant("0x3")] },
      { op: "mark_to_drop", parameters: [{ type: "header", value: "standard_metadata" }] },
      { op: "_jump", parameters: [constant("0x4")] },
      { op: "assign", parameters: [ttl, constant("0x01")] },
    );
    expect(text).toMatch(
      /if \(\(hdr\.ipv4\.ttl == 8w0\)\) \{\s+mark_to_drop\(standard_metadata\);\s+\} else \{\s+hdr\.ipv4\.ttl = 8w1;\s+\}/,
    );
  });

  it.each([
    [
      "a loop",
      [
        { op: "assign", parameters: [ttl, ttl] },
        { op: "_jump", parameters: [constant("0x0")] },
      ],
      /loop in an action/,
    ],
    ["an unknown primitive", [{ op: "fly", parameters: [] }], /primitive fly is not known/],
    [
      "a field that is not there",
      [{ op: "assign", parameters: [field("ipv4", "x"), ttl] }],
      /no field ipv4\.x/,
    ],
  ])("%s is refused", (_, primitives, message) => {
    expect(withPrimitives(...primitives).problem?.message).toMatch(message);
  });

  it.each([
    [
      "a name that would end its quotes",
      (text: string) => text.replaceAll("IngressImpl.drop", 'x\\") table y'),
      /no words in P4/,
    ],
    [
      "another architecture",
      (text: string) => text.replaceAll("standard_metadata", "psa_meta"),
      /another architecture/,
    ],
    [
      "a pipeline that goes round",
      (text: string) => text.replace(/"(true|false)_next" ?: ?[^,}]+/g, '"$1_next": "node_2"'),
      /come back to/,
    ],
    ["no JSON", (text: string) => text.slice(0, -9), /not valid JSON/],
  ])("%s is refused", (_, change, message) => {
    const { text, problem } = p4TextOf({ file: "x.json", text: change(fixture("l3fwd")) });
    expect(text).toBeNull();
    expect(problem?.message).toMatch(message);
  });

  it("never throws, whatever is changed", () => {
    const texts = ["l3fwd", "stacks", "clone"].map(fixture);
    const change = fc.record({
      text: fc.constantFrom(...texts),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.integer({ min: 0, max: 40 }),
      insert: fc.constantFrom("", "null", "[]", '"x"', "0", "-1", '"'),
    });
    fc.assert(
      fc.property(change, ({ text, at, length: cut, insert }) => {
        const start = Math.floor(at * text.length);
        const changed = text.slice(0, start) + insert + text.slice(start + cut);
        const answer = p4TextOf({ file: "x.json", text: changed });
        expect(answer.text === null).toBe(answer.problem !== null);
      }),
      { numRuns: 120 },
    );
  });
});
