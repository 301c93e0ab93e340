// A router with an access list in front: what pins_middleblock does with most packets, in two tables.
#include <core.p4>
#include <v1model.p4>
header ethernet_t { bit<48> dst; bit<48> src; bit<16> type; }
header ipv4_t {
    bit<4> version; bit<4> ihl; bit<8> tos; bit<16> len; bit<16> id; bit<3> flags; bit<13> offset;
    bit<8> ttl; bit<8> protocol; bit<16> checksum; bit<32> src; bit<32> dst;
}
header udp_t { bit<16> src; bit<16> dst; bit<16> len; bit<16> checksum; }
struct headers { ethernet_t eth; ipv4_t ipv4; udp_t udp; }
struct metadata { bit<10> vrf; }
parser P(packet_in p, out headers h, inout metadata m, inout standard_metadata_t s) {
    state start { p.extract(h.eth); transition select(h.eth.type) { 0x0800: ip; default: accept; } }
    state ip { p.extract(h.ipv4); transition select(h.ipv4.protocol) { 17: udp; default: accept; } }
    state udp { p.extract(h.udp); transition accept; }
}
control V(inout headers h, inout metadata m) { apply { } }
control I(inout headers h, inout metadata m, inout standard_metadata_t s) {
    action deny() { mark_to_drop(s); }
    action forward(bit<48> hop, bit<9> port) {
        h.eth.src = h.eth.dst;
        h.eth.dst = hop;
        h.ipv4.ttl = h.ipv4.ttl - 1;
        s.egress_spec = port;
    }
    table acl {
        key = {
            h.eth.dst: ternary; h.ipv4.src: ternary; h.ipv4.dst: ternary; h.ipv4.protocol: ternary;
            h.udp.src: ternary; h.udp.dst: ternary; s.ingress_port: optional;
        }
        actions = { deny; NoAction; }
        size = 512;
    }
    table routes {
        key = { m.vrf: exact; h.ipv4.dst: lpm; }
        actions = { forward; deny; }
        default_action = deny;
        size = 16384;
    }
    apply { if (h.ipv4.isValid()) { routes.apply(); acl.apply(); } }
}
control E(inout headers h, inout metadata m, inout standard_metadata_t s) { apply { } }
control C(inout headers h, inout metadata m) {
    apply {
        update_checksum(h.ipv4.isValid(), { h.ipv4.version, h.ipv4.ihl, h.ipv4.tos, h.ipv4.len, h.ipv4.id, h.ipv4.flags,
            h.ipv4.offset, h.ipv4.ttl, h.ipv4.protocol, h.ipv4.src, h.ipv4.dst }, h.ipv4.checksum, HashAlgorithm.csum16);
    }
}
control D(packet_out p, in headers h) { apply { p.emit(h); } }
V1Switch(P(), V(), I(), E(), C(), D()) main;
