import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  type CheckedProgram,
  checkP4,
  definitionAt,
  type OutlineItem,
  outlineOf,
  referencesOf,
  type SymbolInfo,
  symbolAt,
  walk,
} from "../index.ts";

const SHARED = `// Addresses of Ethernet.
typedef bit<48> mac_t;
`;
const TEXT = `#include <core.p4>
#include <v1model.p4>
#include "shared.inc"
#define PORT_BITS 9
// keeps the low bits
#define LOW(x, n) x[n - 1:0]
#ifdef PORT_BITS
#endif
/* The type that
 * says IPv4.
 */
const bit<16> TYPE_IPV4 = 0x800;
enum bit<8> Protocol { TCP = 6, UDP = 17 }
type bit<PORT_BITS> port_t;

/// Link layer.
@name("eth") header ethernet_t {
    mac_t dst; // where to
    mac_t src;
    bit<16> kind;
}
header option_t { varbit<320> data; bit<4> n; }
header_union either_t { ethernet_t e; option_t o; }
struct headers { ethernet_t ethernet; option_t[3] options; either_t either; }
struct metadata { bool seen; }

parser P(packet_in p, out headers h, inout metadata m, inout standard_metadata_t s) {
    state start {
        p.extract(h.ethernet);
        transition select(h.ethernet.kind) {
            TYPE_IPV4: more;
            default: accept;
        }
    }
    state more { p.extract(h.options.next, 8); transition reject; }
}
control V(inout headers h, inout metadata m) { apply { } }
control I(inout headers h, inout metadata m, inout standard_metadata_t s) {
    counter(64, CounterType.packets) hits;
    action forward(mac_t to, port_t port) {
        h.ethernet.dst = to;
        s.egress_spec = (bit<9>)port;
        hits.count(LOW(LOW(s.packet_length, 20), PORT_BITS + 7));
    }
    table t {
        key = { h.ethernet.dst: exact; }
        actions = { forward; NoAction; }
        default_action = NoAction;
    }
    apply {
        if (h.ethernet.isValid() && t.apply().hit) m = { seen = true };
        verify_it(unknown);
    }
}
control E(inout headers h, inout metadata m, inout standard_metadata_t s) { apply { } }
control C(inout headers h, inout metadata m) { apply { } }
control D(packet_out p, in headers h) { apply { p.emit(h); } }
V1Switch(P(), V(), I(), E(), C(), D()) main;
`;
const checked = checkP4(
  { file: "main.p4", text: TEXT },
  {
    resolveInclude: (path) => (path === "shared.inc" ? { file: "shared.inc", text: SHARED } : null),
    defines: { DEBUG: "1" },
  },
);

/** Offset of `word` in the place that `around` shows. */
function offsetOf(around: string, word: string): number {
  const at = TEXT.indexOf(around);
  if (at < 0) throw new Error(`no '${around}'`);
  return at + around.indexOf(word);
}

const symbol = (around: string, word: string): SymbolInfo | null =>
  symbolAt(checked, "main.p4", offsetOf(around, word) + 1);

const textAt = (program: CheckedProgram, span: { file: string; start: number; end: number }): string =>
  program.files.get(span.file)?.slice(span.start, span.end) ?? "";

describe("symbolAt", () => {
  it.each<[string, string, Partial<SymbolInfo>]>([
    ["TYPE_IPV4: more", "TYPE_IPV4", { kind: "constant", typeText: "bit<16>", value: "2048", widthBits: 16 }],
    ["TYPE_IPV4: more", "TYPE_IPV4", { documentation: "The type that\nsays IPv4." }],
    ["ethernet_t ethernet", "ethernet_t", { kind: "header", widthBits: 112, widthBytes: 14 }],
    ["ethernet_t ethernet", "ethernet_t", { documentation: "Link layer.", annotations: ['@name("eth")'] }],
    ["h.ethernet.dst = to", "dst", { kind: "field", typeText: "bit<48>", signature: "mac_t dst" }],
    ["h.ethernet.dst = to", "dst", { container: { kind: "header", name: "ethernet_t" }, widthBytes: 6 }],
    ["h.ethernet.dst = to", "dst", { documentation: "where to" }],
    ["h.ethernet.dst = to", "h", { kind: "parameter", signature: "inout headers h" }],
    ["option_t[3]", "option_t", { widthBits: 324, widthBytes: 41, isWidthMaximum: true }],
    ["h.options.next", "options", { typeText: "option_t[3]", widthBits: 972 }],
    ["either_t either", "either_t", { kind: "headerUnion", widthBits: 324, isWidthMaximum: true }],
    ["Protocol { TCP", "TCP", { kind: "enumMember", value: "6", widthBits: 8 }],
    ["mac_t to", "mac_t", { kind: "typedef", typeText: "bit<48>", documentation: "Addresses of Ethernet." }],
    ["port_t port", "port_t", { signature: "type bit<PORT_BITS> port_t", typeText: "bit<9>" }],
    ["forward; NoAction", "forward", { kind: "action", typeText: null, widthBits: null }],
    ["forward; NoAction", "forward", { signature: "action forward(mac_t to, port_t port)" }],
    ["t.apply()", "t", { kind: "table", container: { kind: "control", name: "I" } }],
    ["t.apply()", "apply", { kind: "builtIn", declaration: null }],
    ["h.ethernet.isValid", "isValid", { kind: "builtIn", signature: "bool isValid()" }],
    ["h.options.next", "next", { kind: "builtIn", typeText: "header option_t", widthBits: 324 }],
    ["default: accept", "accept", { kind: "builtIn", signature: "state accept" }],
    ["IPV4: more", "more", { kind: "state", signature: "state more" }],
    ["{ seen = true }", "seen", { kind: "field", container: { kind: "struct", name: "metadata" } }],
    ["CounterType.packets", "packets", { kind: "enumMember" }],
    ["hits.count", "count", { kind: "method", container: { kind: "extern", name: "counter" } }],
    ["exact; }", "exact", { kind: "matchKind", signature: "match_kind exact" }],
    ["bit<PORT_BITS>", "PORT_BITS", { kind: "macro", signature: "#define PORT_BITS 9" }],
    ["LOW(LOW", "LOW", { kind: "macro", signature: "#define LOW(x, n) x[n - 1:0]" }],
    ["LOW(LOW", "LOW", { documentation: "keeps the low bits" }],
    ["(s.packet_length", "packet_length", { kind: "field", typeText: "bit<32>" }],
    ["<core.p4>", "core", { kind: "include", name: "core.p4" }],
    ['"shared.inc"', "shared", { kind: "include", name: "shared.inc" }],
  ])("in '%s', %s", (around, word, expected) => {
    expect(symbol(around, word)).toMatchObject(expected);
  });

  it.each([
    ["a keyword", "control V", "control"],
    ["an unknown name", "verify_it(unknown)", "unknown"],
    ["a number", "0x800", "0x800"],
    ["space", "\n\n/// Link", "\n/// Link"],
  ])("is null at %s", (_, around, word) => {
    expect(symbol(around, word)).toBeNull();
  });

  it("answers at both ends of a word, and for any offset", () => {
    const start = offsetOf("h.ethernet.dst = to", "dst");
    expect(symbolAt(checked, "main.p4", start)?.name).toBe("dst");
    expect(symbolAt(checked, "main.p4", start + 3)?.name).toBe("dst");
    expect(symbolAt(checked, "main.p4", -1)).toBeNull();
    expect(symbolAt(checked, "main.p4", TEXT.length + 9)).toBeNull();
    expect(symbolAt(checked, "none.p4", 3)).toBeNull();
  });
});

describe("definitionAt and referencesOf", () => {
  it.each([
    ["mac_t to", "mac_t", "shared.inc", "mac_t"],
    ["standard_metadata_t s) {\n    state", "standard_metadata_t", "v1model.p4", "standard_metadata_t"],
    ["p.extract", "extract", "core.p4", "extract"],
    ["TYPE_IPV4: more", "TYPE_IPV4", "main.p4", "TYPE_IPV4"],
    ["PORT_BITS + 7", "PORT_BITS", "main.p4", "PORT_BITS"],
    ["#ifdef PORT_BITS", "PORT_BITS", "main.p4", "PORT_BITS"],
    ['"shared.inc"', "shared", "shared.inc", "// Addresses of Ethernet."],
  ])("'%s': %s is declared in %s", (around, word, file, text) => {
    const found = definitionAt(checked, "main.p4", offsetOf(around, word));
    expect(found?.file).toBe(file);
    expect(found && textAt(checked, found)).toBe(text);
  });

  it("lists the declaration first, then every use in the order of the text", () => {
    const lines = (around: string, word: string) =>
      referencesOf(checked, "main.p4", offsetOf(around, word)).map(({ file, line }) => `${file}:${line}`);
    const dst = lines("h.ethernet.dst = to", "dst");
    expect(dst).toHaveLength(3);
    expect(dst).toEqual(lines("mac_t dst", "dst"));
    expect(lines("mac_t to", "mac_t")[0]).toBe("shared.inc:2");
    expect(lines("mac_t to", "mac_t")).toHaveLength(4);
    expect(lines("PORT_BITS + 7", "PORT_BITS")).toHaveLength(4);
    expect(lines("LOW(LOW", "LOW")).toHaveLength(3);
  });

  it("works inside an included file", () => {
    const at = SHARED.indexOf("mac_t");
    expect(symbolAt(checked, "shared.inc", at)?.references).toHaveLength(4);
  });
});

describe("outlineOf", () => {
  const names = (items: OutlineItem[]): unknown[] =>
    items.map(({ kind, name, children }) =>
      children.length === 0 ? `${kind} ${name}` : [`${kind} ${name}`, ...names(children)],
    );

  it("is the tree of the declarations of the main file", () => {
    const found = names(outlineOf(checked));
    expect(found.slice(0, 4)).toEqual([
      "constant TYPE_IPV4",
      ["enum Protocol", "enumMember TCP", "enumMember UDP"],
      "typedef port_t",
      ["header ethernet_t", "field dst", "field src", "field kind"],
    ]);
    expect(found).toContainEqual(["parser P", "state start", "state more"]);
    expect(found).toContainEqual(["control I", "instantiation hits", "action forward", "table t"]);
    expect(found.at(-1)).toBe("instantiation main");
  });

  it("is that of an included file when asked", () => {
    expect(names(outlineOf(checked, "shared.inc"))).toEqual(["typedef mac_t"]);
    expect(names(outlineOf(checked, "core.p4"))).toContainEqual(
      expect.arrayContaining(["error error", "error NoError"]),
    );
  });

  it("holds its children inside its span", () => {
    const wrong: string[] = [];
    const visit = (items: OutlineItem[]): void => {
      for (const { span, children } of items) {
        for (const child of children) {
          if (child.span.start < span.start || child.span.end > span.end) wrong.push(child.name);
        }
        visit(children);
      }
    };
    visit(outlineOf(checked));
    expect(wrong).toEqual([]);
  });
});

describe("programs with errors", () => {
  const broken = checkP4({
    file: "b.p4",
    text: "header h_t { bit<8> a; bit<> b }\ncontrol c(inout h_t h) { action x() { h.a = h. ; } apply { x(); h.a = ",
  });

  it("answer as far as the tree goes", () => {
    expect(broken.diagnostics.length).toBeGreaterThan(0);
    const text = broken.files.get("b.p4") ?? "";
    expect(symbolAt(broken, "b.p4", text.lastIndexOf("h.a") + 2)).toMatchObject({
      kind: "field",
      widthBits: 8,
    });
    expect(outlineOf(broken).map(({ name }) => name)).toEqual(["h_t", "c"]);
  });

  it("every name that refers to something is found at its place", () => {
    const path = join(import.meta.dirname, "../fixtures/ok/grammar_tour.p4");
    const tour = checkP4({ file: "tour.p4", text: readFileSync(path, "utf8") });
    const missing: string[] = [];
    walk(tour.program, (node) => {
      if (node.kind !== "name" || !tour.references.has(node)) return;
      const found = symbolAt(tour, node.span.file, node.span.start);
      if (found?.name !== node.text) missing.push(`${node.text}:${node.span.line}`);
    });
    expect(missing).toEqual([]);
  });
});
