// A router under a controller: routes with counters and meters, ternary rules, a group of ports, digests, packets
// from and to the CPU port. For the tests of the switch.
#include <core.p4>
#include <v1model.p4>
@controller_header("packet_in") header packet_in_t { bit<9> ingress_port; bit<7> pad; }
@controller_header("packet_out") header packet_out_t { bit<9> egress_port; bit<7> pad; }
header ethernet_t { bit<48> dst; bit<48> src; bit<16> type; }
header ipv4_t { bit<4> version; bit<4> ihl; bit<8> tos; bit<16> len; bit<16> id; bit<3> flags; bit<13> off; bit<8> ttl; bit<8> proto; bit<16> csum; bit<32> src; bit<32> dst; }
struct headers { packet_in_t packet_in; packet_out_t packet_out; ethernet_t ethernet; ipv4_t ipv4; }
struct learn_t { bit<48> mac; bit<9> port; }
struct metadata { bit<2> colour; learn_t learn; }
#define CPU 255
parser P(packet_in packet, out headers hdr, inout metadata m, inout standard_metadata_t s) {
  state start { transition select(s.ingress_port) { CPU: out_; default: eth; } }
  state out_ { packet.extract(hdr.packet_out); transition eth; }
  state eth { packet.extract(hdr.ethernet); transition select(hdr.ethernet.type) { 0x800: ip; default: accept; } }
  state ip { packet.extract(hdr.ipv4); transition accept; }
}
control V(inout headers h, inout metadata m) { apply {} }
control I(inout headers hdr, inout metadata m, inout standard_metadata_t s) {
  counter(512, CounterType.packets_and_bytes) port_count;
  register<bit<32>>(16) seen;
  meter(4, MeterType.packets) limit;
  direct_counter(CounterType.packets_and_bytes) route_count;
  direct_meter<bit<2>>(MeterType.packets) route_meter;
  action_selector(HashAlgorithm.crc16, 64, 16) ecmp_sel;
  action drop() { mark_to_drop(s); }
  action forward(bit<9> port, bit<48> mac) { route_meter.read(m.colour); s.egress_spec = port; hdr.ethernet.dst = mac; }
  action to_cpu() { s.egress_spec = CPU; }
  action out_port(bit<9> port) { s.egress_spec = port; }
  action group(bit<16> g) { s.mcast_grp = g; }
  table route { key = { hdr.ipv4.dst: lpm; } actions = { forward; drop; to_cpu; } size = 2048; default_action = drop(); counters = route_count; meters = route_meter; support_timeout = true; }
  table acl { key = { hdr.ethernet.type: ternary; hdr.ethernet.src: optional; s.ingress_port: range; } actions = { drop; to_cpu; group; NoAction; } default_action = NoAction(); }
  table ecmp { key = { hdr.ipv4.tos: exact; hdr.ipv4.src: selector; } actions = { out_port; NoAction; } implementation = ecmp_sel; }
  apply {
    if (hdr.packet_out.isValid()) { s.egress_spec = hdr.packet_out.egress_port; hdr.packet_out.setInvalid(); }
    else {
      port_count.count((bit<32>)s.ingress_port);
      limit.execute_meter<bit<2>>((bit<32>)0, m.colour);
      seen.write(0, (bit<32>)s.packet_length);
      m.learn = { hdr.ethernet.src, s.ingress_port };
      digest<learn_t>(1, m.learn);
      if (hdr.ipv4.isValid()) { route.apply(); ecmp.apply(); }
      acl.apply();
    }
  }
}
control E(inout headers hdr, inout metadata m, inout standard_metadata_t s) {
  apply { if (s.egress_port == CPU) { hdr.packet_in.setValid(); hdr.packet_in.ingress_port = s.ingress_port; hdr.packet_in.pad = 0; } }
}
control C(inout headers h, inout metadata m) { apply {} }
control D(packet_out packet, in headers hdr) { apply { packet.emit(hdr.packet_in); packet.emit(hdr.ethernet); packet.emit(hdr.ipv4); } }
V1Switch(P(), V(), I(), E(), C(), D()) main;
