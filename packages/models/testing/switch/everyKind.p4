// Each kind of table and object that a controller may meet: const and given entries, profiles, signed registers. For the
// tests of what P4Runtime asks of a switch.
#include <core.p4>
#include <v1model.p4>
@controller_header("packet_in") header packet_in_t { bit<9> ingress_port; bit<7> pad; }
@controller_header("packet_out") header packet_out_t { bit<9> egress_port; bit<7> pad; }
header ethernet_t { bit<48> dst; bit<48> src; bit<16> type; }
header vlan_t { bit<3> pcp; bit<1> dei; bit<12> vid; bit<16> type; }
struct headers { packet_in_t packet_in; packet_out_t packet_out; ethernet_t ethernet; vlan_t vlan; }
struct learn_t { bit<48> mac; bit<9> port; }
struct metadata { bit<2> colour; bit<8> x; learn_t learn; }
#define CPU 255
parser P(packet_in packet, out headers hdr, inout metadata m, inout standard_metadata_t s) {
  value_set<bit<16>>(4) tags;
  state start { transition select(s.ingress_port) { CPU: out_; default: eth; } }
  state out_ { packet.extract(hdr.packet_out); transition eth; }
  state eth { packet.extract(hdr.ethernet); transition select(hdr.ethernet.type) { tags: vlan; default: accept; } }
  state vlan { packet.extract(hdr.vlan); transition accept; }
}
control V(inout headers h, inout metadata m) { apply {} }
control I(inout headers hdr, inout metadata m, inout standard_metadata_t s) {
  counter(8, CounterType.packets) port_count;
  register<bit<32>>(4) regs;
  register<int<16>>(4) sregs;
  meter(4, MeterType.packets) limit;
  direct_counter(CounterType.packets_and_bytes) dst_count;
  direct_counter(CounterType.packets_and_bytes) konst_count;
  direct_meter<bit<2>>(MeterType.bytes) dst_meter;
  action_selector(HashAlgorithm.crc16, 4, 16) sel;
  action_profile(4) prof;
  action drop() { mark_to_drop(s); }
  action fwd(bit<9> port) { dst_meter.read(m.colour); s.egress_spec = port; }
  action to(bit<9> port) { s.egress_spec = port; }
  action mark(bit<8> x) { m.x = x; }
  action signed_(bit<16> v) { m.x = (bit<8>) v; }
  action mc(bit<16> g) { s.mcast_grp = g; }
  action mirror(bit<32> id) { clone(CloneType.I2E, id); }
  action punt() { s.egress_spec = CPU; }
  table dst { key = { hdr.ethernet.dst: exact; } actions = { fwd; drop; @defaultonly NoAction; @tableonly punt; } size = 4; counters = dst_count; meters = dst_meter; default_action = NoAction(); support_timeout = true; }
  table tern { key = { hdr.ethernet.src: ternary; hdr.ethernet.type: optional; s.ingress_port: range; } actions = { drop; mc; mirror; punt; mark; NoAction; } default_action = NoAction(); }
  table konst { key = { hdr.ethernet.type: exact; } actions = { mark; punt; NoAction; } const entries = { 0x800: mark(1); 0x806: punt(); } counters = konst_count; const default_action = NoAction(); }
  table pre { key = { hdr.ethernet.type: exact; } actions = { mark; NoAction; } entries = { 0x800: mark(1); const 0x806: mark(2); } }
  table tk { key = { hdr.ethernet.src: ternary; } actions = { mark; NoAction; } const entries = { 0x1 &&& 0xff: mark(1); 0x2 &&& 0xf: mark(2); } }
  table lpm_ { key = { hdr.ethernet.src: lpm; } actions = { mark; NoAction; } }
  table none { actions = { mark; NoAction; } default_action = NoAction(); }
  table ecmp { key = { hdr.ethernet.type: exact; hdr.ethernet.src: selector; } actions = { to; drop; } implementation = sel; }
  table prf { key = { hdr.ethernet.type: exact; } actions = { to; drop; } implementation = prof; }
  apply {
    if (hdr.packet_out.isValid()) { s.egress_spec = hdr.packet_out.egress_port; hdr.packet_out.setInvalid(); }
    else {
      port_count.count((bit<32>)s.ingress_port);
      limit.execute_meter<bit<2>>((bit<32>)s.ingress_port, m.colour);
      regs.write(0, (bit<32>)s.packet_length);
      sregs.write(0, -5);
      m.learn = { hdr.ethernet.src, s.ingress_port };
      digest<learn_t>(1, m.learn);
      konst.apply(); pre.apply(); tk.apply(); lpm_.apply(); none.apply(); 
      ecmp.apply(); prf.apply(); dst.apply(); tern.apply();
    }
  }
}
control E(inout headers hdr, inout metadata m, inout standard_metadata_t s) {
  apply { if (s.egress_port == CPU) { hdr.packet_in.setValid(); hdr.packet_in.ingress_port = s.ingress_port; hdr.packet_in.pad = 0; } }
}
control C(inout headers h, inout metadata m) { apply {} }
control D(packet_out packet, in headers hdr) { apply { packet.emit(hdr.packet_in); packet.emit(hdr.ethernet); packet.emit(hdr.vlan); } }
V1Switch(P(), V(), I(), E(), C(), D()) main;
