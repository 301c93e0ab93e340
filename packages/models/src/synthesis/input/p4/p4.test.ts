import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { libraryFiles } from "../../../../library/index.ts";
import { asCommands, asJson, asP4Runtime, madeEntries } from "../../../../testing/entries/threeForms.ts";
import { applyWrites } from "../../../../testing/synthesis/applyWrites.ts";
import { classify } from "../../../../testing/synthesis/classify.ts";
import { comparePacket } from "../../../../testing/synthesis/comparePacket.ts";
import { headersOf, packetNear, packetOf } from "../../../../testing/synthesis/packets.ts";
import { type HeaderValues, runP4 } from "../../../../testing/synthesis/runP4.ts";
import { createRandom } from "../../../core/index.ts";
import { type CheckedProgram, checkOnce, checkP4 } from "../../../p4/index.ts";
import { programTables } from "../../../program/index.ts";
import { synthesise } from "../../classes/synthesise.ts";
import type { Packet } from "../../header/layout.ts";
import { toP4 } from "../../output/p4/toP4.ts";
import { parseServiceChain } from "../parseServiceChain.ts";

const ROUTES = `table_add ipv4_lpm ipv4_forward 10.0.0.0/8 => 02:00:00:00:00:09 2
table_add ipv4_lpm ipv4_forward 10.7.0.0/16 => 02:00:00:00:00:07 1
table_add ipv4_lpm drop 10.7.9.0/24 =>
table_set_default ipv4_lpm ipv4_forward 02:00:00:00:00:01 1
table_add udp_firewall drop 53 =>
table_add udp_firewall drop 123 =>`;
const NAT = `table_add nat_outbound translate 17 192.168.0.5 4000 => 203.0.113.5 61000 3
table_add nat_outbound translate 6 192.168.0.5 4001 => 203.0.113.5 61001 3`;
const FILTER = `table_add filter permit 1 10.0.0.0&&&255.0.0.0 0.0.0.0&&&0.0.0.0 0->65535 1000->2000 => 2 10
table_add filter drop 1 10.9.0.0&&&255.255.0.0 0.0.0.0&&&0.0.0.0 0->65535 1500->1600 => 5
table_add filter permit 0 0.0.0.0&&&0.0.0.0 10.0.0.0&&&255.0.0.0 1024->65535 0->65535 => 1 20`;

type Nf = { program: string; entries: string };
const text = (nfs: Record<string, Nf>, links: string[], entries: string[]): string =>
  JSON.stringify({
    version: 1,
    functions: Object.entries(nfs).map(([id, nf]) => ({
      id,
      p4: { program: { file: nf.program }, entries: { text: nf.entries } },
    })),
    links,
    entries,
  });
/** The router, with a port of nine bits that a cast cuts to eight. */
const CASTING = libraryFiles["programs/l3fwd_firewall.p4"]!.replace(
  "hdr.ipv4.ttl = hdr.ipv4.ttl - 1;",
  "hdr.ipv4.ttl = (bit<8>) port;",
);
const read = (file: string) => ({
  file,
  text: file === "casting.p4" ? CASTING : libraryFiles[`programs/${file}`]!,
});

function synthesised(chain: string) {
  const { graph, diagnostics } = parseServiceChain(chain, "chain.json", read, check);
  expect(diagnostics).toEqual([]);
  const found = synthesise(graph!);
  if (!("classes" in found)) throw new Error(found.status);
  return found;
}

/** Headers as the library's programs call their fields. */
const snake = (headers: HeaderValues): HeaderValues =>
  Object.fromEntries(
    Object.entries(headers).map(([name, fields]) => [
      name,
      Object.fromEntries(
        Object.entries(fields).map(([f, v]) => [f.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`), v]),
      ),
    ]),
  );
const camel = (headers: HeaderValues): HeaderValues =>
  Object.fromEntries(
    Object.entries(headers).map(([name, fields]) => [
      name,
      Object.fromEntries(
        Object.entries(fields).map(([f, v]) => [
          f.replace(/_([a-z])/g, (_, c: string) => c.toUpperCase()),
          v,
        ]),
      ),
    ]),
  );

/** Programs of all tests: each is checked once. */
const check = checkOnce();
const checkedOf = (program: string): CheckedProgram => check(read(program));

/** A packet through one program in a machine that knows nothing of the synthesis. */
function sent(
  { program, entries }: Nf,
  packet: Packet,
  port: number,
): { packet: Packet; port: number | null } {
  const run = runP4(checkedOf(program), entries, snake(headersOf(packet)), port);
  // headers that a program does not parse stay as they are
  const headers = { ...headersOf(packet), ...camel(run.headers) };
  return { packet: packetOf(headers), port: run.port };
}

describe("P4 programs as functions", () => {
  const router: Nf = { program: "l3fwd_firewall.p4", entries: ROUTES };
  const nat: Nf = { program: "nat.p4", entries: NAT };
  const filter: Nf = { program: "fw.p4", entries: FILTER };

  it.each([
    ["router", router, 0, 120],
    ["nat", nat, 1, 60],
    ["filter", filter, 1, 120],
    [
      "a cast that cuts an argument",
      {
        program: "casting.p4",
        entries: "table_add ipv4_lpm ipv4_forward 10.0.0.0/8 => 02:00:00:00:00:09 300",
      },
      0,
      40,
    ],
    [
      "l2fwd",
      {
        program: "l2fwd.p4",
        entries: "table_add mac_exact forward 02:00:00:00:00:01 => 5 02:00:00:00:00:05",
      },
      0,
      40,
    ],
  ] as const)(
    "[I7] %s: the classes do what the program does in a machine like BMv2",
    (_name, nf, port, packets) => {
      const synthesis = synthesised(text({ nf }, [], [`[${port}]nf`]));
      expect(synthesis.status).toBe("whole");
      const random = createRandom(11);
      const ends = new Set<string>();
      for (let i = 0; i < packets; i++) {
        const packet = packetNear(synthesis, 0, random);
        const original = sent(nf, packet, port);
        const found = classify(synthesis, `nf[${port}]`, packet);
        ends.add(found.ending.kind);
        expect(found.ending).toEqual(
          original.port === null ? { kind: "drop" } : { kind: "exit", name: `nf[${original.port}]` },
        );
        if (original.port !== null)
          expect(applyWrites(found.writes, packet, synthesis.graph.layout, () => 0)).toEqual(original.packet);
      }
      expect([...ends].sort()).toEqual(["drop", "exit"]);
    },
  );

  it("[I7] a chain of two programs becomes one P4 program that does the same as both", () => {
    const second: Nf = {
      ...router,
      entries: "table_add ipv4_lpm ipv4_forward 0.0.0.0/0 => 02:00:00:00:00:22 7",
    };
    const synthesis = synthesised(
      text({ filter, router: second }, ["filter[2] -> [0]router"], ["[1]filter"]),
    );
    const made = toP4(synthesis);
    if (made.program === null) throw new Error(made.diagnostics[0]!.message);
    const checked = checkP4({ file: "made.p4", text: made.program });
    expect(checked.diagnostics).toEqual([]);
    const random = createRandom(12);
    let forwarded = 0;
    for (let i = 0; i < 80; i++) {
      const packet = packetNear(synthesis, 0, random);
      comparePacket(synthesis, 0, packet);
      const one = sent(filter, packet, 1);
      const both = one.port === 2 ? sent(second, one.packet, 0) : one;
      const run = runP4(checked, made.commands, headersOf(packet), made.ports.ports["filter[1]"]!);
      expect(run.port).toBe(both.port === null ? null : made.ports.ports[`router[${both.port}]`]);
      if (run.port === null) continue;
      forwarded++;
      expect(packetOf(run.headers)).toEqual(both.packet);
    }
    expect(forwarded).toBeGreaterThan(0);
  });

  it("[I7] a hash is a value of the run time: the table that reads it cuts the chain", () => {
    const lb: Nf = {
      program: "lb.p4",
      entries: "table_add servers to_server 10.0.0.1 3 => 2\ntable_add servers to_server 10.0.0.1 4 => 3",
    };
    const synthesis = synthesised(text({ lb }, [], ["[0]lb"]));
    expect(synthesis.cuts).toMatchObject([{ nf: "lb", element: "P4 table", field: "lb.metadata.bucket" }]);
  });

  it.each([
    ["table_add ipv4_lpn ipv4_forward 10.0.0.0/8 => 02:00:00:00:00:09 2", "entries-unknown"],
    ["table_add ipv4_lpm ipv4_forwards 10.0.0.0/8 => 02:00:00:00:00:09 2", "entries-unknown"],
    ["table_add ipv4_lpm ipv4_forward 10.0.0.0/40 => 02:00:00:00:00:09 2", "entries-value"],
    ["table_add ipv4_lpm ipv4_forward 0x10a000000/8 => 02:00:00:00:00:09 2", "entries-value"],
    ["table_add ipv4_lpm ipv4_forward 10.0.0.256/8 => 02:00:00:00:00:09 2", "entries-value"],
    ["table_add ipv4_lpm ipv4_forward 10.0.0.0/8 1 => 02:00:00:00:00:09 2", "entries-value"],
    ["table_add ipv4_lpm ipv4_forward 10.0.0.0/8 => 2", "entries-value"],
    ["table_add ipv4_lpm ipv4_forward 10.0.0.0/8", "entries-syntax"],
  ])("[I7] entry %s is refused", (entry, code) => {
    const { diagnostics } = parseServiceChain(
      text({ r: { ...router, entries: entry } }, [], ["[0]r"]),
      "c.json",
      read,
    );
    expect(diagnostics.map((d) => d.code)).toContain(code);
  });

  it("[I7] what cannot be followed is an error with its place", () => {
    const { graph, diagnostics } = parseServiceChain(
      text({ x: { program: "vxlan_decap.p4", entries: "# none" } }, [], ["[0]x"]),
      "c.json",
      read,
    );
    expect(graph).toBeNull();
    expect(diagnostics[0]).toMatchObject({ code: "p4-unsupported", span: { file: "vxlan_decap.p4" } });
  });

  it.each(["l3fwd_firewall.p4", "fw.p4", "nat.p4"])(
    "[I7] %s: entries as JSON and as P4Runtime text are the same chain as commands, or refused for the same",
    (program) => {
      let whole = 0;
      fc.assert(
        fc.property(madeEntries(programTables(checkedOf(program))), (made) => {
          fc.pre(made.length > 0);
          const [commands, ...others] = [asCommands, asJson, asP4Runtime].map((form) => {
            const chain = text({ r: { program, entries: form(made) } }, [], ["[0]r"]);
            const { graph, diagnostics } = parseServiceChain(chain, "chain.json", read, check);
            return { graph, messages: diagnostics.map(({ message }) => message) };
          });
          if (commands!.graph) whole++;
          for (const other of others) expect(other).toEqual(commands);
        }),
        { numRuns: 60 },
      );
      expect(whole).toBeGreaterThan(1);
    },
  );
});
