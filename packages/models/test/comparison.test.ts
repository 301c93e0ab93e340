import { describe, expect, it } from "vitest";
import { type Crossing, differences } from "../bench/realTools/choices.ts";
import { synthesisOf } from "../bench/realTools/compare.ts";
import type { Packet } from "../src/synthesis/header/layout.ts";

const nat =
  "rw :: IPRewriter(pattern 203.0.113.1 1024-2047# - - 0 1, drop); FromDevice(in) -> Strip(14) -> CheckIPHeader -> IPFilter(allow tcp, drop all) -> rw; FromDevice(back) -> Strip(14) -> CheckIPHeader -> [1]rw; rw[0] -> DecIPTTL -> ToDevice(out); rw[1] -> ToDevice(home);";
const chain = {
  functions: { f: nat },
  links: [],
  entries: ["f[in]", "f[back]"],
  exits: ["f[out]", "f[home]"],
} as const;
const found = synthesisOf({ ...chain, links: [], entries: [...chain.entries], exits: [...chain.exits] });
if ("why" in found) throw new Error(found.why);
const synthesis = found;

const NAT = 0xcb007101;
const flow = (host: number, fields: Packet = {}): Packet => ({
  ...{ ethDst: 1, ethSrc: 2, ethType: 0x0800, ipTos: 0, ipTtl: 64, ipProto: 6, tcpFlags: 2 },
  ...{ ipSrc: 0x0a000000 + host, srcPort: 4000 + host, ipDst: 0xc0000207, dstPort: 80 },
  ...fields,
});
const gone = (port: number, fields: Packet = {}): Packet =>
  flow(0, { ipSrc: NAT, srcPort: port, ipTtl: 63, ...fields });
const reply = (port: number): Packet =>
  flow(0, { ipSrc: 0xc0000207, srcPort: 80, ipDst: NAT, dstPort: port, ipTtl: 60 });
const home = (port: number, host: number, fields: Packet = {}): Packet => ({
  ...reply(port),
  ipDst: 0x0a000000 + host,
  dstPort: 4000 + host,
  ...fields,
});
const out = (id: number, host: number, p: Packet, q: Packet): Crossing => ({
  id,
  entry: "f[in]",
  exit: "f[out]",
  in: [flow(host), flow(host)],
  out: [p, q],
});
const back = (id: number, ports: [number, number], p: Packet, q: Packet): Crossing => ({
  id,
  entry: "f[back]",
  exit: "f[home]",
  in: [reply(ports[0]), reply(ports[1])],
  out: [p, q],
});
/** Two flows, which the sides gave different ports, and their replies. */
const right: readonly Crossing[] = [
  out(0, 1, gone(1024), gone(1030)),
  out(1, 2, gone(1025), gone(1031)),
  back(2, [1024, 1030], home(1024, 1), home(1030, 1)),
  back(3, [1025, 1031], home(1025, 2), home(1031, 2)),
];
const changed = (at: number, q: Packet): Crossing[] =>
  right.map((c, i) => (i === at ? { ...c, out: [c.out[0], { ...c.out[1], ...q }] } : c));

describe("what two runs of a chain may do differently (bench realTools)", () => {
  it("ports out of a pool, and what their replies bring back", () => {
    expect(differences(synthesis, right, [])).toEqual([]);
  });

  it.each([
    ["a port outside the pool", changed(0, { srcPort: 5000 }), 0, "srcPort"],
    ["the address of another pool", changed(0, { ipSrc: NAT + 1 }), 0, "ipSrc"],
    ["one port for two flows", changed(1, { srcPort: 1030 }), 1, "srcPort"],
    ["a port that a field without a pool has", changed(0, { dstPort: 1030 }), 0, "dstPort"],
    ["another TTL", changed(0, { ipTtl: 62 }), 0, "ipTtl"],
    ["another frame", changed(0, { ethDst: 3 }), 0, "ethDst"],
    ["a reply to the wrong host", changed(2, { ipDst: 0x0a000002, dstPort: 4002 }), 2, "ipDst"],
    ["a reply to the right host's wrong port", changed(2, { dstPort: 4002 }), 2, "dstPort"],
    ["a reply that was not restored", changed(2, { ipDst: NAT, dstPort: 1030 }), 2, "ipDst"],
    ["a reply of another server", changed(2, { ipSrc: 1 }), 2, "ipSrc"],
  ])("%s is a difference", (_, crossings, id, field) => {
    expect(differences(synthesis, crossings, [])).toEqual([{ id, field }]);
  });

  it("a packet that left nowhere may have kept a flow of the original, and no other may", () => {
    const both = changed(2, { ipDst: 0x0a000009, dstPort: 4009 });
    expect(differences(synthesis, both, [[flow(9), flow(9)]])).toEqual([]);
    expect(differences(synthesis, both, [[flow(8), flow(8)]])).toEqual([{ id: 2, field: "ipDst" }]);
  });
});
