import fc from "fast-check";
import { type Text, text } from "../run/arbitraryText.ts";

const byte = fc.constantFrom("hdr.ipv4.ttl", "hdr.ipv4.diffserv", "m.x", "m.y");
const number = fc.constantFrom("0", "1", "2", "5", "63", "64", "255").map((value) => `8w${value}`);
const port = fc.constantFrom("16w53", "16w80", "16w1024", "m.port");

/** Values of eight bits, conditions and statements of a function over the fields of the model. */
const grammar = fc.letrec<{ value: string; condition: string; statement: string; block: string }>((tie) => {
  const [value, condition, block] = [tie("value"), tie("condition"), tie("block")];
  return {
    value: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      number,
      byte,
      text`(${value} ${fc.constantFrom("+", "-", "&", "|", "^", "|+|", "|-|")} ${number})`,
      text`(${condition} ? ${value} : ${value})`,
      text`(${value}[3:0] ++ ${value}[7:4])`,
      text`bump(${fc.constantFrom("m.x", "m.y")}, ${number})`,
    ),
    condition: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      text`hdr.${fc.constantFrom("ipv4", "tcp", "udp", "icmp")}.isValid()`,
      text`(${value} ${fc.constantFrom("==", "!=", "<", ">=")} ${number})`,
      text`((int<8>) ${byte} < 8s3)`,
      text`(hdr.ipv4.dst_addr ${fc.constantFrom("==", "!=", "<", ">")} ${fc.constantFrom("0x0a000001", "0x0a800000")})`,
      text`(hdr.ipv4.src_addr ${fc.constantFrom("& 0xff0000ff", "& 0xff000000")} == 0x0a000000)`,
      text`(hdr.ipv4.dst_addr[${fc.constantFrom("31:24", "7:0", "15:8")}] == ${number})`,
      text`(m.port ${fc.constantFrom("==", "<", ">")} ${port})`,
      text`(hdr.tcp.dst_port == ${port})`,
      text`(s.ingress_port == ${fc.constantFrom("1", "2")})`,
      text`(${condition} ${fc.constantFrom("&&", "||")} ${condition})`,
      text`!${condition}`,
      text`(bump(m.x, ${number}) == ${number})`,
      fc
        .constantFrom("m.flag", "t.apply().hit", "u.apply().miss", "inner.t.apply().hit")
        .map((each) => (each.startsWith("inner") ? "m.flag" : each)),
    ),
    statement: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      text`${byte} = ${value};`,
      text`m.x[4:1] = ${value}[7:4];`,
      text`hdr.ipv4.ttl = hdr.ipv4.ttl ${fc.constantFrom("|-|", "|+|", "&")} ${number};`,
      text`hdr.ipv4.diffserv[7:2] = ${fc.constantFrom("6w10", "6w46")};`,
      text`m.flag = ${condition};`,
      text`m.port = ${port};`,
      text`if (hdr.udp.isValid()) { hdr.udp.dst_port = ${port}; }`,
      text`hdr.tcp.src_port = ${port};`,
      fc.constant("hdr.ethernet.dst_addr = hdr.ethernet.src_addr;"),
      fc.constant("swap(hdr.ethernet.src_addr, hdr.ethernet.dst_addr);"),
      fc.constant("hdr.ipv4.dst_addr = hdr.ipv4.dst_addr + 1;"),
      text`s.egress_spec = ${fc.constantFrom("1", "2", "3", "s.ingress_port")};`,
      text`${fc.constantFrom("t", "u")}.apply();`,
      text`${fc.constantFrom("one", "two")}.apply(hdr, m, s);`,
      text`if (${condition}) ${block} else ${block}`,
      text`if (${condition}) ${block} else ${block}`,
      text`switch (t.apply().action_run) { route: ${block} mark: ${block} default: ${block} }`,
      text`for (bit<8> i in 8w1 .. 8w2) { m.y = m.y + i; if (m.y == ${number}) ${block} }`,
      text`set(${fc.constantFrom("m.x", "hdr.ipv4.ttl")}, ${value});`,
      fc.constantFrom("mark_to_drop(s);", "exit;", "return;", "s.mcast_grp = 1;"),
    ),
    block: fc
      .array(tie("statement"), { maxLength: 3, depthIdentifier: "block" })
      .map((statements) => `{ ${statements.join(" ")} }`),
  };
});

/** A v1model program over Ethernet, IPv4 and transport headers, with tables and two instances of a control. */
export const arbitraryP4Function: Text = fc
  .tuple(
    grammar.block,
    grammar.block,
    fc.constantFrom("hdr.ipv4.dst_addr : lpm", "hdr.ipv4.src_addr : ternary; m.x : range"),
  )
  .map(([ingress, egress, keys]) => p4Function(ingress, egress, keys));

const LOCALS = `
  action drop() { mark_to_drop(s); }
  action route(bit<9> port, bit<48> mac) { s.egress_spec = port; hdr.ethernet.dst_addr = mac; hdr.ipv4.ttl = hdr.ipv4.ttl - 1; }
  action mark(bit<8> by) { m.x = (m.x << 1) + by; if (by > 2) { m.y = by; } else { m.flag = true; } }
  action set(inout bit<8> where, in bit<8> what) { where = what; }
  action swap(inout bit<48> a, inout bit<48> b) { bit<48> kept = a; a = b; b = kept; }`;

/** A table that is applied nowhere is none. */
const ALL = "{ one.apply(hdr, m, s); two.apply(hdr, m, s); t.apply(); u.apply(); }";

const RANKED = "hdr.ipv4.src_addr : ternary; m.x : range";

/** The function with these statements, and keys of its first table. */
export const p4Function = (ingress: string, egress = "", keys = RANKED): string => `#include <core.p4>
#include <v1model.p4>
header ethernet_t { bit<48> dst_addr; bit<48> src_addr; bit<16> ether_type; }
header ipv4_t { bit<4> version; bit<4> ihl; bit<8> diffserv; bit<16> total_len; bit<16> identification; bit<3> flags; bit<13> frag_offset; bit<8> ttl; bit<8> protocol; bit<16> hdr_checksum; bit<32> src_addr; bit<32> dst_addr; }
header tcp_t { bit<16> src_port; bit<16> dst_port; bit<32> seq_no; bit<32> ack_no; bit<8> offset; bit<8> flags; bit<16> window; bit<16> checksum; bit<16> urgent; }
header udp_t { bit<16> src_port; bit<16> dst_port; bit<16> length; bit<16> checksum; }
header icmp_t { bit<8> type; bit<8> code; bit<16> checksum; }
struct headers { ethernet_t ethernet; ipv4_t ipv4; tcp_t tcp; udp_t udp; icmp_t icmp; }
struct metadata { bit<8> x; bit<8> y; bit<16> port; bool flag; }
parser P(packet_in p, out headers hdr, inout metadata m, inout standard_metadata_t s) {
  state start { p.extract(hdr.ethernet); transition select(hdr.ethernet.ether_type) { 0x0800: ip; default: accept; } }
  state ip {
    p.extract(hdr.ipv4);
    m.y = hdr.ipv4.ttl;
    transition select(hdr.ipv4.protocol, hdr.ipv4.ihl) { (6, 5): tcp; (17, _): udp; (1 &&& 0xff, 4 .. 6): icmp; default: accept; }
  }
  state tcp { p.extract(hdr.tcp); m.port = hdr.tcp.dst_port; transition accept; }
  state udp { p.extract(hdr.udp); m.port = hdr.udp.dst_port; transition select(hdr.udp.src_port) { 0 .. 16000: low; 16001 .. 65535: accept; } }
  state low { m.x = 3; transition accept; }
  state icmp { p.extract(hdr.icmp); transition select(hdr.icmp.type) { 0: accept; 8: low; } }
}
bit<8> bump(inout bit<8> n, in bit<8> by) { n = n + by; return n; }
control Inner(inout headers hdr, inout metadata m, inout standard_metadata_t s) {${LOCALS}
  table t { key = { m.x : exact; } actions = { mark; drop; NoAction; } default_action = NoAction(); }
  apply { if (t.apply().hit) { m.y = m.y + 1; } }
}
control I(inout headers hdr, inout metadata m, inout standard_metadata_t s) {${LOCALS}
  Inner() one; Inner() two;
  table t { key = { ${keys}; } actions = { route; mark; drop; NoAction; } default_action = mark(1); }
  table u { key = { m.port : exact; hdr.ipv4.protocol : exact; } actions = { mark; drop; }
    const entries = { (53, 17) : drop(); (80, 6) : mark(3); } default_action = mark(2); }
  apply { s.egress_spec = 4; if (s.ingress_port == 500) ${ALL} ${ingress} }
}
control E(inout headers hdr, inout metadata m, inout standard_metadata_t s) {${LOCALS}
  Inner() one; Inner() two;
  table t { key = { s.egress_port : exact; } actions = { route; mark; drop; NoAction; } default_action = NoAction(); }
  table u { key = { m.x : exact; } actions = { mark; drop; NoAction; } default_action = NoAction(); }
  apply { if (s.egress_port == 500) ${ALL} ${egress} if (hdr.ipv4.ttl == 0) { mark_to_drop(s); } }
}
control V(inout headers hdr, inout metadata m) { apply { } }
control C(inout headers hdr, inout metadata m) { apply { } }
control D(packet_out p, in headers hdr) { apply { p.emit(hdr); } }
V1Switch(P(), V(), I(), E(), C(), D()) main;
`;
