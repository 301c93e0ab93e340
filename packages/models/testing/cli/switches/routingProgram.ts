/** The program of `startTestSwitch`: forwards by a route; `more` is done on the way. */
export const routingProgram = (more: string): string => `
#include <core.p4>
#include <v1model.p4>
header ethernet_t { bit<48> dst; bit<48> src; bit<16> etherType; }
header ipv4_t { bit<96> rest; bit<32> srcAddr; bit<32> dstAddr; }
struct headers { ethernet_t ethernet; ipv4_t ipv4; }
struct metadata { }
parser P(packet_in p, out headers hdr, inout metadata m, inout standard_metadata_t s) {
  state start { p.extract(hdr.ethernet); p.extract(hdr.ipv4); transition accept; }
}
control V(inout headers hdr, inout metadata m) { apply { } }
control MyIngress(inout headers hdr, inout metadata m, inout standard_metadata_t s) {
  action ipv4_forward(bit<48> dstAddr, bit<9> port) {
    s.egress_spec = port; hdr.ethernet.dst = dstAddr; ${more}
  }
  table ipv4_lpm { key = { hdr.ipv4.dstAddr: lpm; } actions = { ipv4_forward; NoAction; } size = 1000000; }
  apply { ipv4_lpm.apply(); }
}
control E(inout headers hdr, inout metadata m, inout standard_metadata_t s) { apply { } }
control D(packet_out p, in headers hdr) { apply { p.emit(hdr.ethernet); p.emit(hdr.ipv4); } }
V1Switch(P(), V(), MyIngress(), E(), V(), D()) main;
`;
