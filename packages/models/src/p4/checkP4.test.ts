import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  ARCHITECTURES,
  type CheckedProgram,
  checkP4,
  type Expression,
  type Name,
  type Node,
  parseP4,
  walk,
} from "./index.ts";
import { describeType } from "./types/type/describeType.ts";

const ROUTER = readFileSync(join(import.meta.dirname, "fixtures/ok/ipv4_router.p4"), "utf8");
const router = checkP4({ file: "router.p4", text: ROUTER });

const textOf = (checked: CheckedProgram, node: Node): string =>
  checked.files.get(node.span.file)?.slice(node.span.start, node.span.end) ?? "";

/** The first node of a kind whose text is `text`, outside the built-in files. */
function find<K extends Node["kind"]>(
  checked: CheckedProgram,
  kind: K,
  text: string,
): Extract<Node, { kind: K }> {
  let found: Extract<Node, { kind: K }> | undefined;
  const isWanted = (node: Node): node is Extract<Node, { kind: K }> => node.kind === kind;
  walk(checked.program, (node) => {
    if (found === undefined && isWanted(node) && textOf(checked, node) === text) found = node;
  });
  if (found === undefined) throw new Error(`no ${kind} '${text}'`);
  return found;
}

/** Checks `expression` inside a control with some variables and returns its type and value. */
function evaluate(expression: string): { type: string; value: unknown; messages: string[] } {
  const text = `
    header h_t { bit<8> a; bit<16> b; int<8> s; }
    enum bit<8> Sized { One = 1, Two = 2 }
    const bit<8> EIGHT = 8;
    control c(inout h_t h, inout bit<32> x, in bool flag) { h_t[0] none; apply { x = x; f(${expression}); } }`;
  const checked = checkP4({ file: "e.p4", text: `extern void f<T>(T value);${text}` });
  const node: Expression = find(checked, "call", `f(${expression})`).arguments[0]!.value;
  const type = checked.types.get(node);
  const messages = checked.diagnostics.map(({ message }) => message);
  return { type: type ? describeType(type) : "none", value: checked.constants.get(node), messages };
}

describe("types and constants of expressions", () => {
  it.each<[string, string, unknown]>([
    ["1", "int", 1n],
    ["8w257 + 1", "bit<8>", 2n],
    ["EIGHT * 2", "bit<8>", 16n],
    ["8w250 |+| 10", "bit<8>", 255n],
    ["8s100 |+| 100", "int<8>", 127n],
    ["8w1 ++ 4w2", "bit<12>", 18n],
    ["(bit<16>)8w255 << 4", "bit<16>", 4080n],
    ["-4s1", "int<4>", -1n],
    ["16w0xabcd[11:4]", "bit<8>", 0xbcn],
    ["h.b[7:4]", "bit<4>", undefined],
    ["h.a == 3 && flag", "bool", undefined],
    ["EIGHT == 8 ? 3 : 4", "int", 3n],
    ["h.isValid()", "bool", undefined],
    ["Sized.Two", "enum Sized", 2n],
    ["(bit<8>)Sized.Two + 1", "bit<8>", 3n],
    ["h.minSizeInBits()", "int", 32n],
    ["h.minSizeInBytes()", "int", 4n],
    ["x >> 3", "bit<32>", undefined],
    ["1 << 40 >> 38", "int", 4n],
    ["h", "header h_t", undefined],
  ])("%s is %s with value %s", (expression, type, value) => {
    const found = evaluate(expression);
    expect(found.type).toBe(type);
    expect(found.value).toBe(value);
  });

  it("an element that a stack does not have is not read", () => {
    // as in p4c, none is read where only the size of its type is asked
    expect(evaluate("none[0].minSizeInBits()")).toEqual({ type: "int", value: 32n, messages: [] });
    expect(evaluate("none[0]").messages).toEqual(["index 0 is outside h_t[0], which has no elements"]);
  });

  it("a literal takes the width of what it meets", () => {
    expect(router.types.get(find(router, "numberLiteral", "0x800"))).toEqual({
      kind: "bits",
      width: 16,
      isSigned: false,
    });
  });
});

describe("references", () => {
  it.each<[Node["kind"], string, string, string]>([
    ["namedType", "mac_t", "typedef", "mac_t"],
    ["member", "hdr.ipv4.ttl", "field", "ttl"],
    ["nameExpression", "drop", "action", "drop"],
    ["directTransition", "transition accept;", "none", ""],
    ["member", "CounterType.packets", "enumMember", "packets"],
    ["member", "error.NoMatch", "errorMember", "NoMatch"],
  ])("%s %s refers to %s %s", (kind, text, targetKind, targetName) => {
    const node = find(router, kind, text);
    let name: Name | null = null;
    if (node.kind === "member") name = node.member;
    if (node.kind === "directTransition") name = node.target;
    if (node.kind === "namedType" || node.kind === "nameExpression") name = node.name;
    const target = name === null ? undefined : router.references.get(name);
    expect(target?.kind ?? "none").toBe(targetKind);
    expect(target?.name.text ?? "").toBe(targetName);
  });

  it("a transition refers to its state and a match kind to its declaration in core.p4", () => {
    const target = find(router, "selectCase", "TYPE_IPV4: parse_ipv4;").target;
    expect(router.references.get(target)?.kind).toBe("state");
    const kind = find(router, "keyElement", "hdr.ipv4.dstAddr: lpm;").matchKind;
    expect(router.references.get(kind)?.span.file).toBe("core.p4");
  });
});

describe("calls", () => {
  it.each([
    ["packet.extract(hdr.ipv4)", "externMethod"],
    ["hdr.ipv4.isValid()", "builtin"],
    ["ipv4_lpm.apply()", "tableApply"],
    ["mark_to_drop(std)", "externFunction"],
    ["drop()", "action"],
    ["RouterIngress()", "construct"],
  ])("%s is a call of kind %s", (text, kind) => {
    expect(router.calls.get(find(router, "call", text))?.kind).toBe(kind);
  });

  it("an overloaded extern is chosen by its arguments, and bindings stand in the order of the parameters", () => {
    const call = router.calls.get(find(router, "call", "mark_to_drop(std)"));
    if (call?.kind !== "externFunction") throw new Error("not an extern function");
    expect(call.bindings.map(({ parameter }) => parameter.name.text)).toEqual(["standard_metadata"]);
  });

  it("named arguments are bound by name and left-out defaults to null", () => {
    const checked = checkP4({
      file: "n.p4",
      text: "extern void f(in bit<8> a, in bit<8> b = 2, in bit<8> c); control k() { apply { f(c = 3, a = 1); } }",
    });
    expect(checked.diagnostics).toEqual([]);
    const call = checked.calls.get(find(checked, "call", "f(c = 3, a = 1)"));
    if (call?.kind !== "externFunction") throw new Error("not an extern function");
    expect(call.bindings.map(({ argument }) => argument && textOf(checked, argument))).toEqual([
      "a = 1",
      null,
      "c = 3",
    ]);
  });
});

describe("architecture", () => {
  it("names the program's block for each role of v1model, in packet order", () => {
    expect(router.architecture?.definition.id).toBe("v1model");
    expect(
      router.architecture?.bindings.map(({ role, declaration }) => `${role} ${declaration?.name.text}`),
    ).toEqual([
      "parser RouterParser",
      "verifyChecksum RouterVerify",
      "ingress RouterIngress",
      "egress RouterEgress",
      "computeChecksum RouterCompute",
      "deparser RouterDeparser",
    ]);
  });

  it("blocks may be named in any order, and the versions of v1model differ in their registers", () => {
    const named = ROUTER.replace(
      /V1Switch\(.*\) main/,
      "V1Switch(dep = RouterDeparser(), ck = RouterCompute(), eg = RouterEgress(), ig = RouterIngress(), vr = RouterVerify(), p = RouterParser()) main",
    );
    expect(checkP4({ file: "r.p4", text: named }).architecture?.bindings[0]?.declaration?.name.text).toBe(
      "RouterParser",
    );
    const indexed = ROUTER.replace("register<bit<32>>(16384)", "register<bit<32>, bit<14>>(16384)")
      .replace("(bit<32>)meta.slot);\n            packets", "meta.slot);\n            packets")
      .replace("packets.write((bit<32>)meta.slot", "packets.write(meta.slot")
      .replace("counter(512", "counter<bit<32>>(512")
      .replace("meter(16384", "meter<bit<32>>(16384");
    const { diagnostics } = checkP4(
      { file: "r.p4", text: indexed },
      { defines: { V1MODEL_VERSION: "20200408" } },
    );
    expect(diagnostics).toEqual([]);
  });

  it.each([
    { wanted: "tna", found: "tna", messages: [] },
    { wanted: "t2na", found: "t2na", messages: [] },
    {
      wanted: "v1model",
      found: undefined,
      messages: ["'main' is a Switch, but v1model needs a V1Switch as in v1model.p4"],
    },
    {
      wanted: "tofino",
      found: undefined,
      messages: [
        "unknown architecture 'tofino'; known are v1model, psa, pna, t2na, tna, sume, ebpf, xdp, ubpf",
      ],
    },
  ])("asked for as $wanted, a Tofino program is read for $found", ({ wanted, found, messages }) => {
    const file = "fixtures/ok/arch_tna.p4";
    const text = readFileSync(join(import.meta.dirname, file), "utf8");
    const { architecture, diagnostics } = checkP4({ file, text }, { architecture: wanted });
    expect(architecture?.definition.id).toBe(found);
    expect(diagnostics.map(({ message }) => message)).toEqual(messages);
  });

  it("names blocks and structs that exist in all definitions", () => {
    for (const definition of ARCHITECTURES) {
      const text = `#include <${definition.includeFile}>`;
      const { program, diagnostics } = checkP4({ file: "x.p4", text }, { architecture: definition.id });
      expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
      const fields = new Map(
        program.declarations.flatMap((d) =>
          d.kind === "struct" ? [[d.name.text, d.fields.map((field) => field.name.text)]] : [],
        ),
      );
      for (const { holder, field } of definition.metadataOutcomes) {
        if ("struct" in holder) expect(fields.get(holder.struct)).toContain(field);
        else expect(definition.blocks.map(({ parameter }) => parameter)).toContain(holder.block);
      }
      if (definition.declares !== null) expect([...fields.keys()]).toContain(definition.declares);
    }
  });

  it("is null without main", () => {
    expect(checkP4({ file: "x.p4", text: "const int a = 1;" }).architecture).toBeNull();
  });
});

describe("spans", () => {
  it("cite the file of the token through includes and the call of a macro", () => {
    const inner = "header in_t {\n  bit<8> a;\n}\n";
    const text =
      '#define TYPE(w) bit<w>\n#include "inner.p4"\nstruct s_t {\n  in_t h; TYPE(12) x;\n  inn_t y;\n}\n';
    const checked = checkP4(
      { file: "outer.p4", text },
      {
        resolveInclude: (path, from) =>
          path === "inner.p4" && from === "outer.p4" ? { file: path, text: inner } : null,
      },
    );
    const [header, struct] = checked.program.declarations;
    expect(header?.span).toMatchObject({ file: "inner.p4", line: 1, endLine: 3 });
    expect(struct?.span).toMatchObject({ file: "outer.p4", line: 3, endLine: 6 });
    const x = struct?.kind === "struct" ? struct.fields[1] : undefined;
    expect(x?.type.span).toMatchObject({ file: "outer.p4", line: 4, column: 11 });
    expect(checked.diagnostics.map(({ span, message }) => [span?.line, message])).toEqual([
      [5, "unknown type 'inn_t'; did you mean 'in_t'?"],
    ]);
  });

  it("of an expression begin at its parenthesis and end at its last token", () => {
    const { program } = parseP4({ file: "e.p4", text: "const int a = (1 + 2) * 3;" });
    const [a] = program.declarations;
    expect(a?.kind === "constant" && a.value.span).toMatchObject({ start: 14, end: 25 });
  });
});
