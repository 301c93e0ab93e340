#include <core.p4>
#include <v1model.p4>

enum bit<16> EthTypes { IPv4 = 0x0800, ARP = 0x0806 }
type bit<9> Port;
struct Inner { bit<4> high; bit<4> low; }
struct Pair<T> { T one; T other; }
@controller_header("packet_in")
header from_switch_t { Inner inner; @id(7) bit<8> reason; Port port; bit<7> pad; }
header eth_t { bit<48> dst; bit<48> src; EthTypes kind; }
struct headers { from_switch_t out_; eth_t eth; }
struct meta_t { bit<16> hash; bit<8> seen; }
struct key_t { @match(ternary) bit<16> kind; bit<8> low; }
struct learn_t { Pair<bit<8>> pair; Port port; }

parser P(packet_in p, out headers h, inout meta_t m, inout standard_metadata_t s) {
  value_set<key_t>(4) special;
  state start { p.extract(h.eth); transition select(m.hash, m.seen) { special: accept; default: accept; } }
}
control V(inout headers h, inout meta_t m) { apply {} }
control I(inout headers h, inout meta_t m, inout standard_metadata_t s) {
  counter(16, CounterType.packets) unused;
  direct_counter(CounterType.bytes) nowhere;
  action part(inout bit<48> to) { to = to + 1; }
  action whole() { part(h.eth.dst); }
  action alone(bit<8> v) { m.seen = v; }
  action both(bit<8> v) { m.seen = v; }
  action never() { m.seen = 3; }
  table t {
    key = { m.hash: selector; h.eth.kind: exact; h.eth.dst & 48w0xF0F: ternary; m.seen[3:0]: exact; }
    actions = { whole; both; @defaultonly NoAction; }
    const default_action = NoAction();
    @name("ecmp") @max_group_size(20) @selector_size_semantics("sum_of_members") @max_member_weight(40)
    implementation = action_selector(HashAlgorithm.identity, 32w64, 32w10);
  }
  table u { key = { h.eth.src: exact; } actions = { whole; } support_timeout = true; size = 33; }
  apply {
    t.apply();
    u.apply();
    alone(8);
    both(9);
    if (false) { never(); }
    digest(1, { h.eth.src });
    digest<learn_t>(1, { { 8w1, 8w2 }, (Port)s.ingress_port });
  }
}
control E(inout headers h, inout meta_t m, inout standard_metadata_t s) { apply {} }
control D(packet_out p, in headers h) { apply { p.emit(h.eth); } }
@pkginfo(name = "seen", version = "3")
V1Switch(P(), V(), I(), E(), V(), D()) main;
