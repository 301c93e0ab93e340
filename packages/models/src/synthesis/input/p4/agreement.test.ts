import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { libraryFiles } from "../../../../library/index.ts";
import { asCommands, type MadeEntry, madeEntries } from "../../../../testing/entries/threeForms.ts";
import { arbitraryP4Function, p4Function } from "../../../../testing/synthesis/arbitraryP4Function.ts";
import { type Agreement, checkedOf, nfAgreement } from "../../../../testing/synthesis/nfAgreement.ts";
import type { SourceText } from "../../../p4/index.ts";
import { type Match, prefixMask, programTables } from "../../../program/index.ts";
import { synthesise } from "../../classes/synthesise.ts";
import { parseServiceChain } from "../parseServiceChain.ts";

/** Entries that filters can say: masks of leading bits, and ports of which there are few. */
const asFilters = (made: readonly MadeEntry[]): string =>
  asCommands(
    made.map((entry) => ({
      ...entry,
      matches:
        entry.matches?.map((match, i): Match => {
          const width = entry.table.keys[i]!.width ?? 1;
          if (match.kind === "ternary")
            return { ...match, mask: prefixMask(width, Number(match.mask % BigInt(width + 1))) };
          return match.kind === "exact" && width === 9
            ? { ...match, value: BigInt(match.value) % 3n }
            : match;
        }) ?? null,
    })),
  );

const givenTables = (program: SourceText) =>
  programTables(checkedOf(program)).filter(({ isConst }) => !isConst);

const sum = (all: readonly Agreement[]) => ({
  exit: all.reduce((n, { exit }) => n + exit, 0),
  drop: all.reduce((n, { drop }) => n + drop, 0),
  handed: all.reduce((n, { handed }) => n + handed, 0),
});

describe("classes of P4 functions beside the functions as they are executed", () => {
  it.each(["fw.p4", "nat.p4", "l2fwd.p4", "l3fwd.p4", "l3fwd_firewall.p4", "reflector.p4"])(
    "[I7] %s with random entries: each packet of a class leaves, byte by byte, as the class says",
    (file) => {
      const program = { file, text: libraryFiles[`programs/${file}`]! };
      const all: Agreement[] = [];
      fc.assert(
        fc.property(madeEntries(programTables(checkedOf(program)), 12), fc.nat(), (made, seed) => {
          all.push(nfAgreement(program, asFilters(made), { packets: 20, seed }));
        }),
        { numRuns: 40 },
      );
      const { exit, drop } = sum(all);
      expect(exit).toBeGreaterThan(10);
      expect(drop).toBeGreaterThan(10);
    },
  );

  it("[I7] programs of a grammar, with random entries", () => {
    const all: Agreement[] = [];
    fc.assert(
      fc.property(
        arbitraryP4Function.chain((text) => {
          const program = { file: "small.p4", text };
          return fc.tuple(fc.constant(program), madeEntries(givenTables(program), 8), fc.nat());
        }),
        ([program, made, seed]) => {
          all.push(nfAgreement(program, asFilters(made), { packets: 12, seed }));
        },
      ),
      { numRuns: 100 },
    );
    const { exit, drop } = sum(all);
    expect(exit).toBeGreaterThan(300);
    expect(drop).toBeGreaterThan(200);
  });
});

/** Endings of the classes of a function with these statements in ingress. */
function endingsOf(ingress: string, entries = "# none", [before, now] = ["", ""]): string[] {
  const text = p4Function(ingress).replace(before, now);
  const program = { file: "small.p4", text };
  const nf = { id: "nf", p4: { program: { file: program.file }, entries: { text: entries } } };
  const chain = JSON.stringify({ version: 1, functions: [nf], links: [], entries: ["[1]nf"] });
  const { graph, diagnostics } = parseServiceChain(chain, "chain.json", () => program);
  if (!graph) return diagnostics.map(({ message, span }) => `${message} (${span?.file}:${span?.line})`);
  const found = synthesise(graph);
  if (!("classes" in found)) throw new Error(found.status);
  const cuts = found.cuts.map(({ element, field }) => `cut ${element} ${field}`);
  const endings = found.classes.map(({ ending }) =>
    ending.kind === "exception" ? ending.reason : ending.kind,
  );
  return [...new Set([...cuts, ...endings])].sort();
}

describe("what no class of packets can be", () => {
  const ip = (statements: string) => `if (hdr.ipv4.isValid()) { ${statements} }`;
  it.each([
    ["a copy", ip("if (hdr.ipv4.ttl == 7) { clone(CloneType.I2E, 3); }"), "it is copied"],
    ["a multicast group", ip("if (hdr.ipv4.ttl == 7) { s.mcast_grp = 2; }"), "it is copied"],
    [
      "a further round",
      ip("if (hdr.ipv4.ttl == 7) { resubmit_preserving_field_list(0); }"),
      "it comes round again",
    ],
    [
      "arithmetic on two fields",
      ip("hdr.ipv4.ttl = hdr.ipv4.ttl + hdr.ipv4.diffserv;"),
      "hdr.ipv4.ttl gets a value that takes more than one field (line 42)",
    ],
    [
      "a comparison of two fields",
      ip("if (hdr.ipv4.src_addr < hdr.ipv4.dst_addr) { drop(); }"),
      "hdr.ipv4.src_addr < hdr.ipv4.dst_addr is more than filters can say (line 42)",
    ],
    [
      "a field that the model does not have",
      ip("if (hdr.ipv4.total_len > 100) { drop(); }"),
      "hdr.ipv4.total_len > 100 reads a value outside the fields of a packet (line 42)",
    ],
    [
      "a header that goes",
      "if (hdr.udp.isValid()) { hdr.udp.setInvalid(); }",
      "it loses its header udp (line 42)",
    ],
    [
      "a header that becomes another that is not there",
      "if (hdr.udp.isValid()) { udp_t other; hdr.udp = other; }",
      "it loses its header udp (line 42)",
    ],
    [
      "a value of the run time",
      ip(
        "hash(m.port, HashAlgorithm.crc16, 16w0, { hdr.ipv4.src_addr }, 16w8); if (m.port == 3) { drop(); }",
      ),
      "cut P4 if nf.metadata.port",
    ],
  ])("[I8] %s: its packets go to the function, with the line", (_what, ingress, ending) => {
    const found = endingsOf(ingress);
    expect(found).toContain(ending);
    expect(found.length).toBeGreaterThan(ending.startsWith("cut") ? 0 : 1);
  });

  it.each([
    [
      "a header that the deparser leaves out",
      "p.emit(hdr);",
      "p.emit(hdr.ethernet);",
      "the deparser leaves out its header ipv4 (line 13)",
    ],
    [
      "bytes that a parser passes over",
      "state low { m.x = 3;",
      "state low { p.advance(8);",
      "the parser passes over bytes of it (line 19)",
    ],
    [
      "bytes in a variable",
      "state low { m.x = 3;",
      "state low { udp_t other; p.extract(other);",
      "a variable takes bytes of it (line 19)",
    ],
  ])("[I8] %s", (_what, before, now, ending) => {
    expect(endingsOf("", "# none", [before, now])).toContain(ending);
  });

  it("[I7] a header of another length than the model's is not its header", () => {
    const [error] = endingsOf("", "# none", ["bit<16> length; bit<16> checksum; }", "bit<16> length; }"]);
    expect(error).toContain("the header udp, which is not a field of the model, cannot be synthesised");
  });

  it("[I7] an entry whose mask has bits apart is refused at its line", () => {
    const entries =
      "table_add I.t drop 10.0.0.1&&&255.0.0.255 0->3 => 1\ntable_add I.t drop 10.0.0.1&&&0.0.0.255 0->3 => 2";
    expect(endingsOf(ip("t.apply();"), entries)).toEqual([
      "an entry of I.t cannot be synthesised: it has no filter: give each key a value, a prefix, a range, or a mask of leading bits (chain.json#nf:1)",
      "an entry of I.t cannot be synthesised: it has no filter: give each key a value, a prefix, a range, or a mask of leading bits (chain.json#nf:2)",
    ]);
  });
});
