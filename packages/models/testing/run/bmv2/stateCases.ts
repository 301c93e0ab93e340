import type { Bmv2Cases } from "./bmv2Case.ts";
import { ACTIONS } from "./shared.ts";

/** What programs keep from packet to packet: counters, meters, registers, digests, chance. */
export const STATE_CASES: Bmv2Cases = {
  "meters of packets": {
    parts: {
      locals: "meter(3, MeterType.packets) m0; bit<8> colour = 7;",
      // beyond the size the colour is whatever the compiler leaves in the variable
      ingress:
        "m0.execute_meter((bit<32>)hdr.h.b & 3, colour); if (hdr.h.b & 3 != 3) { hdr.h.a = colour; } else { hdr.h.c = 1; }",
    },
    commands: `meter_set_rates I.m0 0 0.0000001:2 0.0000001:5
meter_set_rates I.m0 1 0.0000001:3 0.0000002:3`,
  },
  "meters of bytes": {
    parts: {
      locals: "meter(2, MeterType.bytes) m0; bit<8> colour = 7;",
      ingress: "m0.execute_meter((bit<32>)hdr.h.b & 1, colour); hdr.h.a = colour;",
    },
    commands: "meter_array_set_rates I.m0 0.0000001:200 0.0000001:700",
  },
  "direct meters": {
    parts: {
      metadata: "bit<8> colour;",
      locals: `direct_meter<bit<8>>(MeterType.packets) dm; action hit() { dm.read(m.colour); } action plain() { dm.read(m.colour); hdr.h.c = 3; }
        table t { key = { hdr.h.b : exact; } actions = { hit; plain; NoAction; } meters = dm; default_action = NoAction(); }`,
      ingress: "m.colour = 9; t.apply(); hdr.h.a = m.colour;",
    },
    commands: `table_add I.t I.hit 0 =>
table_add I.t I.plain 1 =>
table_add I.t I.hit 2 =>
meter_set_rates I.dm 0 0.0000001:1 0.0000001:3
meter_set_rates I.dm 1 0.0000001:2 0.0000002:2`,
  },
  counters: {
    parts: {
      locals: `counter(4, CounterType.packets_and_bytes) c; direct_counter(CounterType.packets_and_bytes) dc; ${ACTIONS}
        table t { key = { hdr.h.b : exact; } actions = { set; mark; NoAction; } counters = dc; default_action = NoAction(); }`,
      ingress:
        "t.apply(); c.count((bit<32>)hdr.h.a & 7); if (hdr.h.a == 1) { hdr.h.setInvalid(); c.count(3); }",
    },
    commands: `table_add I.t I.set 0 => 1
table_add I.t I.set 1 => 2
table_add I.t I.mark 255 => 3`,
    state: [
      "counter_read I.c 0",
      "counter_read I.c 1",
      "counter_read I.c 2",
      "counter_read I.c 3",
      "counter_read I.dc 0",
      "counter_read I.dc 1",
      "counter_read I.dc 2",
    ],
  },
  registers: {
    parts: {
      locals: `register<bit<8>>(4) r8; register<bit<100>>(2) wide; register<int<16>>(2) signed; bit<100> x; int<16> y = 5; bit<8> z = 7;`,
      // a header that is not there holds what the packet before left, which a register would keep for all that follow
      ingress: `if (!hdr.h.isValid()) { return; }
        r8.read(z, (bit<32>)hdr.h.b & 7); z = z + 1; r8.write((bit<32>)hdr.h.b & 7, z); hdr.h.a = z;
        wide.read(x, 1); x = (x << 9) ^ (bit<100>)hdr.h.e; wide.write(1, x); hdr.h.e = x[80:33];
        signed.read(y, 0); y = y - (int<16>)hdr.h.c; signed.write(0, y); if (y < 0) { hdr.h.c = 0x8000; } else { hdr.h.c = (bit<16>)(y >> 1); }`,
    },
    commands: `register_write I.r8 2 200
register_write I.wide 1 9141386507638288912`,
    // BMv2's command line shows no more than 63 bits: the wide ones are seen in the packets
    state: ["register_read I.r8", "register_read I.signed"],
  },
  digests: {
    parts: {
      types: "struct note_t { bit<8> a; bit<16> c; bit<48> e; } struct other_t { bit<4> low; bit<32> d; }",
      ingress: `if (hdr.h.a != 0) { digest<note_t>(1, {hdr.h.a, hdr.h.c, hdr.h.e}); hdr.h.c = 0xffff; }
        if (hdr.h.b == 1) { digest<other_t>(1, {hdr.h.a[3:0], hdr.h.d}); mark_to_drop(s); }`,
    },
  },
  random: {
    parts: { ingress: "random(hdr.h.a, 8w3, 8w5); random(hdr.h.b, 8w9, 8w9);" },
    open: [0, 1],
  },
};
