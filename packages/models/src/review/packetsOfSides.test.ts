import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkText, exploreOnce } from "../program/index.ts";
import { runStf } from "../run/index.ts";
import { seekOnce } from "./compareTests.ts";
import { packetsOfSides } from "./packetsOfSides.ts";

const program = (name: string): string =>
  readFileSync(new URL(`../../library/programs/${name}.p4`, import.meta.url), "utf8");
const known = new Map<string, ReturnType<typeof checkText>>();
/** Programs are checked once, however often they run. */
const checked = (source: string) => {
  const made = known.get(source) ?? checkText({ fileName: "a.p4", source, includes: {} });
  known.set(source, made);
  expect(made.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return made;
};
const changed = (name: string, from: string | RegExp, to: string): readonly [string, string] => {
  const before = program(name);
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  return [before, after];
};
const packetsOf = (
  [before, after]: readonly [string, string],
  entries: string | null = null,
  packets = 500,
) => {
  const side = (name: string, source: string) => ({
    ...{ name, checked: checked(source) },
    entries: entries === null ? null : { file: "entries.txt", text: entries },
  });
  return packetsOfSides(side("before", before), side("after", after), { packets, seed: 1 });
};

describe("a change of a program without entries is seen by packets for its paths", () => {
  const dst = "hdr.ethernet.src_addr = hdr.ethernet.dst_addr;";
  test.each([
    ["a field counts down by two", "l3fwd", "ttl - 1", "ttl - 2"],
    ["header fields swapped", "l3fwd", "ttl = hdr.ipv4.ttl - 1", "ttl = hdr.ipv4.protocol"],
    ["a source is not rewritten", "l3fwd", dst, ""],
    ["another port", "l3fwd", "egress_spec = port", "egress_spec = port ^ 1"],
    ["no update of a checksum", "l3fwd", /update_checksum\([\s\S]*?csum16\);/, ""],
    ["another default action", "l3fwd", "default_action = drop();", "default_action = ipv4_forward(1, 2);"],
    [
      "another mask of a key",
      "l3fwd",
      "dst_addr : lpm;",
      'dst_addr & 0xffff0fff : lpm @name("hdr.ipv4.dst_addr");',
    ],
    [
      "the parser accepts more",
      "l3fwd",
      "ETHERTYPE_IPV4: parse_ipv4;",
      "ETHERTYPE_IPV4 &&& 0xefff: parse_ipv4;",
    ],
    ["a condition the other way round", "l3fwd", "if (hdr.ipv4.isValid())", "if (!hdr.ipv4.isValid())"],
    ["a header is not emitted", "l3fwd", "packet.emit(hdr.ipv4);", ""],
    [
      "headers emitted in another order",
      "tunneling",
      /(packet.emit\(hdr.ethernet\);)(\s+)(packet.emit\(hdr.tunnel\);)/,
      "$3$2$1",
    ],
    ["another hash", "lb", "HashAlgorithm.crc32", "HashAlgorithm.crc16"],
    ["another protocol behind IPv4", "vdecap", "17", "18"],
  ] as const)("%s", (_, name, from, to) => {
    const sides = changed(name, from, to);
    const { packets, notCompared } = packetsOf(sides);
    expect(notCompared).toEqual([]);
    expect(packets?.differing).toBeGreaterThan(0);
    const tests = packets?.differences.flatMap(({ witness }) => witness.stf ?? []) ?? [];
    for (const stf of tests) {
      const ran = sides.map((source) => runStf(checked(source), stf, "a.stf").status);
      expect(ran).toEqual(stf.startsWith("# the base passes") ? ["passed", "failed"] : ["failed", "passed"]);
    }
  });

  test.each(["l3fwd", "lb", "nat", "vdecap", "upf_ulf", "vqueue", "latency_control_uc1"])(
    "%s against itself: nothing differs",
    (name) => {
      const { packets, notCompared } = packetsOf([program(name), program(name)], null, 100);
      expect([packets?.differing, notCompared]).toEqual([0, []]);
      expect(packets?.ofPaths).toBeGreaterThan(0);
    },
  );

  test("a test in STF names the entries that the packet needs", () => {
    const { packets } = packetsOf(changed("l3fwd", "ttl - 1", "ttl - 2"));
    const stf = packets?.differences.find(({ witness }) => witness.stf !== null)?.witness.stf;
    expect(stf).toMatch(/^add IngressImpl\.ipv4_lpm .*ipv4_forward\(/m);
  });

  test("entries that one side does not take are named: an action that went, another kind of key", () => {
    const gone = packetsOf(changed("l3fwd", /ipv4_forward(?=\(mac|;)/g, "ipv4_send"));
    expect(gone.notCompared.join()).toContain("has no action IngressImpl.ipv4_forward");
    const kind = packetsOf(changed("l3fwd", "dst_addr : lpm", "dst_addr : exact"));
    expect(kind.notCompared.join()).toContain("table IngressImpl.ipv4_lpm has other keys");
  });
});

describe("with entries", () => {
  const routes = [
    "table_add ipv4_lpm ipv4_forward 10.0.1.0/24 => 00:00:00:00:01:01 1",
    "table_add ipv4_lpm ipv4_forward 172.16.0.0/12 => 00:00:00:00:02:02 2",
  ].join("\n");

  test("packets are made of those that went new ways, until one meets the change", () => {
    const deep = "if (hdr.ipv4.src_addr == 0xc0a80101 && hdr.ipv4.protocol == 89) { hdr.ipv4.ttl = 7; }";
    const sides = changed("l3fwd", "ipv4_lpm.apply();", `if (ipv4_lpm.apply().hit) { ${deep} }`);
    expect(packetsOf(sides, routes).packets?.differing).toBeGreaterThan(0);
  });

  test("the packets are those of the entries alone: a path that they do not open is not taken", () => {
    const sides = changed("l3fwd", "egress_spec = port", "egress_spec = port ^ 1");
    const { packets } = packetsOf(sides, "");
    expect(packets?.differing).toBe(0);
  });
});

describe("packets for paths of programs that differ in their entries only", () => {
  test("are sought once, and find what they find alone", () => {
    let asked = 0;
    const explore = exploreOnce();
    const seek = seekOnce((...given) => {
      asked++;
      return explore(...given);
    });
    const text = program("l3fwd");
    const side = (port: number) => ({
      ...{ name: `port ${port}`, checked: checked(text) },
      entries: {
        file: "entries.txt",
        text: `table_add ipv4_lpm ipv4_forward 10.0.1.0/24 => 00:00:00:00:01:01 ${port}`,
      },
    });
    const found = (port: number, shared = {}) =>
      packetsOfSides(side(port), side(port + 1), { packets: 50, seed: 1, ...shared });
    expect([found(1, { seek }), found(3, { seek })]).toEqual([found(1), found(3)]);
    expect(asked).toBe(1);
  });
});
