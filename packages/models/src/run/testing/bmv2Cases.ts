import type { Parts } from "./smallSwitch.ts";

/** A small program that runs on BMv2 and here: what no public packet test covers. */
export type Bmv2Case = {
  parts: Parts;
  /** BMv2 commands before the packets; tables get further entries */
  commands?: string;
  /** bytes that chance or the clock decides: left out of the comparison, `[from, to)` */
  open?: readonly [number, number];
  /** what is read when all packets have passed */
  state?: readonly string[];
};

const kept = "@field_list(1) bit<8> kept; @field_list(1, 2) bit<16> both; bit<8> lost;";
const show = "hdr.h.a = (bit<8>)s.instance_type; hdr.h.b = m.kept; hdr.h.c = m.both; hdr.h.d[7:0] = m.lost;";
const actions = `action set(bit<8> v) { hdr.h.a = v; } action to(bit<9> port) { s.egress_spec = port; }
  action mark(bit<16> v) { hdr.h.c = v; } action none() { }`;

const groups = `mc_mgrp_create 1
mc_node_create 3 2 1
mc_node_associate 1 0
mc_node_create 4 5
mc_node_associate 1 1
mc_mgrp_create 2
mc_node_create 9 7
mc_node_associate 2 2`;

const HASHES = ["crc16", "crc32", "csum16", "xor16", "identity", "crc16_custom", "crc32_custom"];

export const BMV2_CASES: Readonly<Record<string, Bmv2Case>> = {
  "meters of packets": {
    parts: {
      locals: "meter(3, MeterType.packets) m0; bit<8> colour = 7;",
      ingress: "m0.execute_meter((bit<32>)hdr.h.b & 3, colour); hdr.h.a = colour;",
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
      locals: `counter(4, CounterType.packets_and_bytes) c; direct_counter(CounterType.packets_and_bytes) dc; ${actions}
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
  truncate: {
    parts: {
      metadata: kept,
      ingress: `if (hdr.h.a[0:0] == 1) { truncate((bit<32>)hdr.h.b & 31); }
        if (hdr.h.a[1:1] == 1 && s.instance_type == 0) { clone_preserving_field_list(CloneType.I2E, 5, 1); }
        if (hdr.h.a[2:2] == 1) { s.mcast_grp = 1; }
        if (hdr.h.a[3:3] == 1 && s.instance_type == 0) { resubmit_preserving_field_list(1); }`,
      egress: `if (hdr.h.c[0:0] == 1) { truncate(20); }
        if (hdr.h.c[1:1] == 1 && s.instance_type == 0) { clone_preserving_field_list(CloneType.E2E, 6, 1); }
        if (hdr.h.c[2:2] == 1 && s.instance_type == 0) { hdr.h.c = 0; recirculate_preserving_field_list(1); }`,
    },
    commands: `mirroring_add 5 4
mirroring_add 6 3
${groups}`,
  },
  "action profile": {
    parts: {
      locals: `${actions} action_profile(8) ap;
        table t { key = { hdr.h.b : exact; hdr.h.c : lpm; } actions = { set; to; none; } implementation = ap; }
        table u { key = { hdr.h.a : ternary; } actions = { set; to; none; } implementation = ap; }`,
      ingress:
        "if (t.apply().hit) { hdr.h.d[0:0] = 1; } switch (u.apply().action_run) { to: { hdr.h.d[8:8] = 1; } default: { } }",
    },
    commands: `act_prof_create_member I.ap I.set 17
act_prof_create_member I.ap I.to 3
act_prof_create_member I.ap I.set 0
act_prof_create_member I.ap I.none
act_prof_modify_member I.ap I.set 2 34
table_indirect_add I.t 0 0/0 => 0
table_indirect_add I.t 0 255/16 => 1
table_indirect_add I.t 1 0xff00/8 => 2
table_indirect_add I.u 0x10&&&0xf0 => 1 10
table_indirect_add I.u 0&&&0 => 3 20`,
  },
  "action selector": {
    parts: {
      locals: `${actions} action_selector(HashAlgorithm.crc16, 32w16, 32w14) as;
        table t { key = { hdr.h.b : exact; hdr.h.d : selector; hdr.h.e : selector; } actions = { set; to; none; } implementation = as; }`,
      ingress: "if (t.apply().hit) { hdr.h.c[0:0] = 1; }",
    },
    commands: `act_prof_create_member I.as I.set 17
act_prof_create_member I.as I.set 34
act_prof_create_member I.as I.set 51
act_prof_create_member I.as I.to 2
act_prof_create_group I.as
act_prof_create_group I.as
act_prof_create_group I.as
act_prof_add_member_to_group I.as 3 0
act_prof_add_member_to_group I.as 0 0
act_prof_add_member_to_group I.as 2 0
act_prof_add_member_to_group I.as 1 0
act_prof_remove_member_from_group I.as 2 0
act_prof_add_member_to_group I.as 1 1
table_indirect_add_with_group I.t 0 => 0
table_indirect_add_with_group I.t 1 => 1
table_indirect_add_with_group I.t 2 => 2
table_indirect_add I.t 255 => 3`,
  },
  "selector by crc32": {
    parts: {
      locals: `${actions} action_selector(HashAlgorithm.crc32, 32w16, 32w8) as;
        table t { key = { hdr.h.a : ternary; hdr.h.c : selector; hdr.h.b : selector; } actions = { mark; none; } implementation = as; }`,
      ingress: "t.apply();",
    },
    commands: `act_prof_create_member I.as I.mark 1
act_prof_create_member I.as I.mark 2
act_prof_create_member I.as I.mark 3
act_prof_create_group I.as
act_prof_add_member_to_group I.as 0 0
act_prof_add_member_to_group I.as 1 0
act_prof_add_member_to_group I.as 2 0
table_indirect_add_with_group I.t 0&&&0 => 0 1`,
  },
  "value sets": {
    parts: {
      parser: `value_set<bit<8>>(4) few; value_set<bit<16>>(4) more;
        state start { p.extract(hdr.h); transition select(hdr.h.a) { few: one; 9: two; _: next; } }
        state one { hdr.h.d = 1; transition next; }
        state two { hdr.h.d = 2; transition accept; }
        state next { transition select(hdr.h.c) { more: two; _: accept; } }`,
    },
    commands: `pvs_add P.few 1
pvs_add P.few 255
pvs_add P.more 0x0101
pvs_add P.more 0xff00
pvs_remove P.few 1`,
  },
  "entries that the program gives": {
    parts: {
      locals: `${actions}
        table t { key = { hdr.h.b : ternary; } actions = { set; none; } default_action = none();
          entries = { priority = 10 : 0x10 &&& 0xf0 : set(1); priority = 20 : 0x12 : set(2); 0x01 &&& 0x01 : set(3); _ : set(4); } }
        table u { key = { hdr.h.b : ternary; hdr.h.c : exact; } actions = { mark; none; } default_action = none(); largest_priority_wins = false; priority_delta = 10;
          entries = { priority = 9 : (0x10 &&& 0xf0, 0) : mark(1); priority = 5 : (0x12, 0) : mark(2); (_, 255) : mark(3); } }
        table v { key = { hdr.h.a : range; } actions = { to; none; } default_action = none();
          const entries = { 0..9 : to(1); 5..200 : to(2); 255 : to(3); _ : none(); } }
        table w { key = { hdr.h.d : lpm; } actions = { to; none; } default_action = none();
          const entries = { 0 &&& 0xff000000 : to(4); 0x00010000 &&& 0xffff0000 : to(5); 0xffffffff : to(6); } }`,
      ingress: "v.apply(); w.apply(); u.apply(); t.apply();",
    },
  },
  "keys of every kind": {
    parts: {
      locals: `${actions}
        table t { key = { hdr.h.a : exact; hdr.h.b : ternary; hdr.h.c : lpm; } actions = { set; none; } default_action = none(); }
        table u { key = { hdr.h.c : range; hdr.h.b : optional; hdr.h.d : ternary; } actions = { mark; to; none; } default_action = none(); }
        table v { key = { hdr.h.d : lpm; hdr.h.a : exact; } actions = { to; mark; none; } default_action = none(); }
        table w { key = { hdr.h.e : optional; hdr.h.isValid() : exact; } actions = { to; mark; none; } default_action = to(4); }
        table x { key = { hdr.h.c[11:4] : exact; hdr.h.a ++ hdr.h.b : ternary @name("ab"); } actions = { set; none; } const default_action = set(9); }`,
      ingress: "v.apply(); t.apply(); u.apply(); w.apply(); x.apply();",
    },
    commands: `table_add I.t I.set 0 0&&&0xf0 0/0 => 1 10
table_add I.t I.set 0 0&&&0x0f 0/8 => 2 5
table_add I.t I.set 1 1&&&1 0xff00/8 => 3 5
table_add I.u I.mark 0->255 0&&&0xff 0&&&0 => 7 3
table_add I.u I.mark 0->65535 0&&&0 0&&&0xff => 8 4
table_add I.u I.to 256->511 1&&&0xff 0&&&0 => 2 3
table_add I.v I.to 0/0 0 => 1
table_add I.v I.to 0/8 0 => 2
table_add I.v I.mark 0x00ff0000/16 1 => 5
table_add I.w I.to 0&&&0xffffffffffff 1 => 6 1
table_add I.w I.mark 0&&&0 1 => 6 2
table_add I.x I.set 0x0f 0&&&0xff00 => 5 1`,
  },
  "same priority": {
    parts: {
      locals: `${actions} table t { key = { hdr.h.b : ternary; } actions = { set; none; } default_action = none(); }`,
      ingress: "t.apply();",
    },
    commands: `table_add I.t I.set 1&&&1 => 1 5
table_add I.t I.set 2&&&2 => 2 5
table_add I.t I.set 4&&&4 => 3 5
table_add I.t I.set 0&&&0 => 4 5
table_delete I.t 1
table_add I.t I.set 8&&&8 => 5 5
table_modify I.t I.set 2 6`,
  },
  registers: {
    parts: {
      locals: `register<bit<8>>(4) r8; register<bit<100>>(2) wide; register<int<16>>(2) signed; bit<100> x; int<16> y = 5; bit<8> z = 7;`,
      ingress: `r8.read(z, (bit<32>)hdr.h.b & 7); z = z + 1; r8.write((bit<32>)hdr.h.b & 7, z); hdr.h.a = z;
        wide.read(x, 1); x = (x << 9) ^ (bit<100>)hdr.h.e; wide.write(1, x); hdr.h.e = x[80:33];
        signed.read(y, 0); y = y - (int<16>)hdr.h.c; signed.write(0, y); if (y < 0) { hdr.h.c = 0x8000; } else { hdr.h.c = (bit<16>)(y >> 1); }`,
    },
    commands: `register_write I.r8 2 200
register_write I.wide 1 0xfedcba9876543210`,
    state: ["register_read I.r8", "register_read I.wide", "register_read I.signed"],
  },
  ...Object.fromEntries(
    HASHES.map((name): [string, Bmv2Case] => [
      `hash ${name}`,
      {
        parts: {
          headers: "h_t i;",
          parser: `state start { p.extract(hdr.h); transition select(hdr.h.a) { 1: more; _: accept; } }
            state more { p.extract(hdr.i); transition accept; }`,
          ingress: `bit<32> x; bit<16> y; bit<64> z;
            hash(x, HashAlgorithm.${name}, 32w0, {hdr.h.b, hdr.h.c, hdr.h.e}, 64w0x100000000);
            hash(y, HashAlgorithm.${name}, 16w7, {hdr.h.b[3:0], hdr.h.c[10:0], hdr.i.d, hdr.i.a}, 16w13);
            hash(z, HashAlgorithm.${name}, 64w1, {hdr.h.e}, 64w0xffffffffffffffff);
            hash(hdr.h.a, HashAlgorithm.${name}, 8w3, {hdr.h.d, 8w5, 3w1}, 8w0);
            hdr.h.d = x; hdr.h.c = y; hdr.h.e = z[47:0] ^ (bit<48>)z[63:48];`,
        },
      },
    ]),
  ),
  "custom polynomials": {
    parts: {
      ingress: `bit<32> x; bit<16> y;
        hash(x, HashAlgorithm.crc32_custom, 32w0, {hdr.h.b, hdr.h.c, hdr.h.e}, 64w0x100000000);
        hash(y, HashAlgorithm.crc16_custom, 16w0, {hdr.h.d, hdr.h.b}, 32w65536);
        hdr.h.d = x; hdr.h.c = y;`,
    },
    commands: `set_crc32_parameters calc 0x1edc6f41 0xffffffff 0xffffffff true true
set_crc16_parameters calc_0 0x1021 0x0 0x1 false true`,
  },
  ...Object.fromEntries(
    ["csum16", "crc16", "crc32", "xor16", "identity"].map((name): [string, Bmv2Case] => [
      `checksum ${name}`,
      {
        parts: {
          headers: "h_t i;",
          parser: `state start { p.extract(hdr.h); transition select(hdr.h.a[0:0]) { 1: more; _: accept; } }
            state more { p.extract(hdr.i); transition accept; }`,
          verify: `verify_checksum(hdr.h.b[0:0] == 1, { hdr.h.a, hdr.h.b, hdr.i.c }, hdr.h.c, HashAlgorithm.${name});
            verify_checksum_with_payload(hdr.h.b[1:1] == 1, { hdr.h.d, hdr.i.e }, hdr.h.c, HashAlgorithm.${name});
            verify_checksum(hdr.h.b[2:2] == 1, { hdr.h.d }, hdr.i.c, HashAlgorithm.${name});`,
          ingress: "hdr.h.e[0:0] = s.checksum_error;",
          compute: `update_checksum(hdr.h.b[3:3] == 1, { hdr.h.a, hdr.h.b[3:0], hdr.h.e[11:0], hdr.i.c }, hdr.h.c, HashAlgorithm.${name});
            update_checksum_with_payload(hdr.h.b[4:4] == 1, { hdr.h.a, hdr.i.d }, hdr.h.d, HashAlgorithm.${name});
            update_checksum(true, { hdr.h.c }, hdr.i.c, HashAlgorithm.${name});`,
        },
      },
    ]),
  ),
  "clones of ingress": {
    parts: {
      metadata: kept,
      headers: "h_t i;",
      parser:
        "state start { p.extract(hdr.h); m.lost = 8; m.kept = (bit<8>)s.ingress_port; transition select(hdr.h.a[7:7]) { 1: more; _: accept; } } state more { p.extract(hdr.i); transition accept; }",
      ingress: `hdr.h.d = 1; m.both = 5; m.kept = m.kept + 3;
        if (hdr.h.a[0:0] == 1) { clone_preserving_field_list(CloneType.I2E, 5, 1); }
        if (hdr.h.a[1:1] == 1) { clone_preserving_field_list(CloneType.I2E, 6, 2); }
        if (hdr.h.a[2:2] == 1) { clone(CloneType.I2E, 7); }
        if (hdr.h.a[3:3] == 1) { clone_preserving_field_list(CloneType.I2E, 99, 1); }
        m.both = 6; hdr.i.setInvalid();
        if (hdr.h.b[0:0] == 1) { mark_to_drop(s); }
        if (hdr.h.b[1:1] == 1) { s.mcast_grp = 1; }
        if (hdr.h.b[2:2] == 1) { s.mcast_grp = 77; }`,
      egress: `hdr.h.e[8:0] = s.egress_port; hdr.h.e[31:16] = (bit<16>)s.packet_length; hdr.h.e[47:40] = (bit<8>)s.egress_rid; hdr.h.e[39:32] = (bit<8>)s.ingress_port; ${show}`,
    },
    commands: `mirroring_add 5 4
mirroring_add 6 1
mirroring_add_mc 7 1
${groups}`,
  },
  "clones of egress": {
    parts: {
      metadata: kept,
      headers: "h_t i;",
      ingress:
        "m.lost = 4; if (hdr.h.b[7:7] == 1) { s.mcast_grp = 1; } s.egress_spec = (bit<9>)hdr.h.b[1:0];",
      egress: `if (s.instance_type != 2) { m.kept = 9; m.both = (bit<16>)s.egress_port;
          if (hdr.h.a[0:0] == 1) { clone_preserving_field_list(CloneType.E2E, 5, 1); }
          if (hdr.h.a[1:1] == 1) { clone_preserving_field_list(CloneType.E2E, 7, 2); }
          if (hdr.h.a[2:2] == 1) { hdr.i.setValid(); hdr.i.d = 7; }
          if (hdr.h.a[3:3] == 1) { mark_to_drop(s); }
          if (hdr.h.a[4:4] == 1) { recirculate_preserving_field_list(1); hdr.h.a = 0; } }
        else { hdr.h.e[31:16] = (bit<16>)s.packet_length; hdr.h.e[8:0] = s.egress_port; hdr.h.e[47:40] = (bit<8>)s.egress_rid; hdr.h.e[39:32] = (bit<8>)s.ingress_port; ${show} }`,
    },
    commands: `mirroring_add 5 4
mirroring_add_mc 7 1
${groups}`,
  },
  "resubmit and recirculate": {
    parts: {
      metadata: `${kept} @field_list(1) bit<4> rounds;`,
      ingress: `hdr.h.e[47:40] = (bit<8>)s.instance_type; hdr.h.e[39:32] = (bit<8>)m.rounds; hdr.h.e[31:24] = m.kept; hdr.h.e[23:16] = m.lost; hdr.h.e[15:0] = (bit<16>)s.ingress_port;
        m.rounds = m.rounds + 1; m.kept = m.kept + 2; m.lost = 1;
        if (hdr.h.a[0:0] == 1 && m.rounds < 4) { resubmit_preserving_field_list(1); }
        if (hdr.h.a[1:1] == 1 && m.rounds == 2) { recirculate_preserving_field_list(1); }
        if (hdr.h.a[2:2] == 1) { s.mcast_grp = 2; }
        if (hdr.h.a[3:3] == 1) { mark_to_drop(s); }
        if (hdr.h.a[4:4] == 1) { clone_preserving_field_list(CloneType.I2E, 5, 1); }
        s.egress_spec = (bit<9>)hdr.h.b[1:0];`,
      egress: `hdr.h.c = (bit<16>)s.packet_length; hdr.h.d[7:0] = (bit<8>)s.instance_type;
        if (hdr.h.b[2:2] == 1 && m.rounds < 3 && s.instance_type == 0) { recirculate_preserving_field_list(1); }
        if (hdr.h.b[3:3] == 1 && m.rounds < 3) { resubmit_preserving_field_list(1); }
        if (hdr.h.b[4:4] == 1) { mark_to_drop(s); }`,
    },
    commands: `mirroring_add 5 4
${groups}`,
  },
  "sessions and groups": {
    parts: {
      ingress:
        "s.mcast_grp = (bit<16>)hdr.h.a[1:0]; s.egress_spec = 3; if (hdr.h.b[0:0] == 1) { clone(CloneType.I2E, (bit<32>)hdr.h.b[3:1]); }",
      egress:
        "hdr.h.c = s.egress_rid; hdr.h.d[8:0] = s.egress_port; hdr.h.d[31:28] = (bit<4>)s.instance_type; if (s.egress_port == 5) { mark_to_drop(s); }",
    },
    commands: `${groups}
mc_node_update 1 5 6
mc_mgrp_create 3
mc_node_create 1
mc_node_associate 3 3
mc_node_associate 3 1
mirroring_add 0 2
mirroring_add_mc 1 2
mirroring_add 2 511
mirroring_add 3 1
mirroring_delete 3`,
  },
  varbits: {
    parts: {
      types: "header v_t { bit<8> length; varbit<64> data; bit<8> tail; }",
      headers: "v_t v; v_t w;",
      parser: `state start { p.extract(hdr.h); transition select(hdr.h.a) { 0: accept; _: next; } }
        state next { bit<8> n = p.lookahead<bit<8>>(); p.extract(hdr.v, (bit<32>)(n & 127)); transition select(hdr.h.b) { 0: accept; _: last; } }
        state last { p.extract(hdr.w, (bit<32>)(hdr.v.length & 7) << 3); transition accept; }`,
      ingress: `if (hdr.h.c[0:0] == 1) { hdr.w = hdr.v; } if (hdr.v.isValid()) { hdr.v.tail = 0x77; }
        hdr.h.d[15:0] = (bit<16>)s.packet_length; if (s.parser_error == error.PacketTooShort) { hdr.h.e[7:0] = 1; } else if (s.parser_error == error.HeaderTooShort) { hdr.h.e[7:0] = 2; }
        else if (s.parser_error == error.ParserInvalidArgument) { hdr.h.e[7:0] = 3; } else if (s.parser_error != error.NoError) { hdr.h.e[7:0] = 4; }`,
    },
  },
  "lookahead, advance, verify": {
    parts: {
      types: "struct two_t { bit<4> x; bit<12> y; } header t_t { bit<8> kind; }",
      headers: "t_t t; h_t i;",
      parser: `state start { p.extract(hdr.h); transition select(p.lookahead<two_t>().x, hdr.h.a) { (3, _): skip; (_, 1 .. 4): check; (_, 0x10 &&& 0xf0): one; (_, 255): gone; } }
        state skip { p.advance((bit<32>)(hdr.h.b & 31)); transition one; }
        state check { verify(hdr.h.c != 0, error.NoMatch); transition select(p.lookahead<bit<24>>()) { 0: accept; default: one; } }
        state one { p.extract(hdr.t); hdr.h.d = (bit<32>)p.length(); transition select(hdr.t.kind) { 0: accept; 1: one_more; _: accept; } }
        state one_more { p.extract(hdr.i); verify(hdr.i.a == hdr.h.a, error.HeaderTooShort); transition accept; }
        state gone { transition reject; }`,
      ingress: `if (s.parser_error == error.PacketTooShort) { hdr.h.e[7:0] = 1; } else if (s.parser_error == error.NoMatch) { hdr.h.e[7:0] = 2; } else if (s.parser_error == error.HeaderTooShort) { hdr.h.e[7:0] = 3; } else if (s.parser_error == error.ParserInvalidArgument) { hdr.h.e[7:0] = 4; } else if (s.parser_error != error.NoError) { hdr.h.e[7:0] = 5; }`,
    },
  },
  stacks: {
    parts: {
      types: "header t_t { bit<8> kind; bit<8> v; }",
      headers: "t_t[3] t;",
      parser: `state start { p.extract(hdr.h); transition select(hdr.h.a) { 0: accept; _: tags; } }
        state tags { p.extract(hdr.t.next); transition select(hdr.t.last.kind) { 0: accept; 2: also; _: tags; } }
        state also { hdr.h.e[7:0] = (bit<8>)hdr.t.lastIndex; transition tags; }`,
      ingress: `if (hdr.h.b[0:0] == 1) { hdr.t.push_front(1); hdr.t[0].setValid(); hdr.t[0].v = 5; }
        if (hdr.h.b[1:1] == 1) { hdr.t.pop_front(2); }
        if (hdr.h.b[2:2] == 1) { hdr.t.push_front(3); }
        if (hdr.h.b[3:3] == 1) { hdr.t[2] = hdr.t[0]; }
        if (hdr.t[1].isValid()) { hdr.h.d = (bit<32>)hdr.t[1].v; }
        if (s.parser_error == error.StackOutOfBounds) { hdr.h.c = 1; }`,
    },
  },
  unions: {
    parts: {
      types: "header a_t { bit<8> v; } header b_t { bit<16> v; } header_union u_t { a_t x; b_t y; }",
      headers: "u_t u; u_t w;",
      parser: `state start { p.extract(hdr.h); transition select(hdr.h.a) { 1: one; 2: two; _: accept; } }
        state one { p.extract(hdr.u.x); transition accept; } state two { p.extract(hdr.u.y); transition accept; }`,
      ingress: `if (hdr.h.b[0:0] == 1 && hdr.u.x.isValid()) { hdr.u.y.setValid(); hdr.u.y.v = 0x1234; }
        if (hdr.h.b[1:1] == 1) { hdr.w = hdr.u; }
        if (hdr.h.b[2:2] == 1) { hdr.u.x.setInvalid(); }
        if (hdr.h.b[3:3] == 1) { hdr.w.x.setValid(); hdr.w.x.v = 9; }
        if (hdr.u.y.isValid()) { hdr.h.d = 1; } if (hdr.w.x.isValid()) { hdr.h.c = 1; }`,
    },
  },
  "queues and priorities": {
    parts: {
      ingress: "s.egress_spec = 2; s.priority = (bit<3>)hdr.h.b; if (hdr.h.b[7:4] == 1) { s.mcast_grp = 1; }",
      egress:
        "hdr.h.a = (bit<8>)s.enq_qdepth; hdr.h.c = (bit<16>)s.deq_qdepth; hdr.h.b = (bit<8>)s.priority; if (s.enq_timestamp > 0 && s.egress_global_timestamp >= s.ingress_global_timestamp) { hdr.h.d = 1; }",
    },
    commands: groups,
    open: [4, 8],
  },
  arithmetic: {
    parts: {
      ingress: `bit<16> x = hdr.h.c; int<16> y = (int<16>)x; bit<8> n = hdr.h.b;
        hdr.h.a = (n |+| hdr.h.a) ^ (hdr.h.a |-| n) + (bit<8>)((int<8>)n |+| (int<8>)hdr.h.a) ^ (bit<8>)((int<8>)n |-| (int<8>)hdr.h.a);
        hdr.h.d = ((bit<32>)(x >> n) << 16) | (bit<32>)(bit<16>)(y >> n);
        hdr.h.c = (x << n) ^ (bit<16>)(int<16>)(int<8>)n;
        if (y < -5) { hdr.h.e = (bit<48>)(hdr.h.d ++ x) * 3; } else if ((int<8>)n > 3 && x != 7) { hdr.h.e = ~hdr.h.e - (bit<48>)n; } else { hdr.h.e[40:33] = -n; }
        hdr.h.b = (bit<8>)(y == (int<16>)hdr.h.c ? 8w1 : 8w2) | ((n & 0xf) * n);`,
    },
  },
  "exit, return, action_run": {
    parts: {
      locals: `${actions} action leave() { hdr.h.d = 7; exit; } action back() { hdr.h.d = 8; return; hdr.h.d = 9; }
        table t { key = { hdr.h.a : exact; } actions = { set; leave; back; none; } default_action = none(); }
        table u { key = { hdr.h.b : exact; } actions = { mark; leave; } }`,
      ingress: `s.egress_spec = 1; switch (t.apply().action_run) { set: { hdr.h.e = 1; } back: none: { hdr.h.e = 2; } default: { hdr.h.e = 3; } }
        if (!u.apply().hit) { if (hdr.h.c == 0) { return; } hdr.h.e = hdr.h.e + 16; } else { hdr.h.e = hdr.h.e + 32; } s.egress_spec = 2;`,
      egress: "if (hdr.h.a == 255) { exit; } hdr.h.c = hdr.h.c + 1;",
    },
    commands: `table_add I.t I.set 0 => 1
table_add I.t I.leave 1 =>
table_add I.t I.back 255 =>
table_add I.u I.mark 0 => 3
table_add I.u I.leave 255 =>`,
  },
  drops: {
    parts: {
      ingress: `s.egress_spec = (bit<9>)hdr.h.c; if (hdr.h.a[0:0] == 1) { mark_to_drop(s); } if (hdr.h.a[1:1] == 1) { s.egress_spec = 511; }
        if (hdr.h.a[2:2] == 1) { s.mcast_grp = 1; } if (hdr.h.a[3:3] == 1) { mark_to_drop(s); } if (hdr.h.a[4:4] == 1) { s.egress_spec = 6; }`,
      egress:
        "hdr.h.d[8:0] = s.egress_spec; if (hdr.h.b[0:0] == 1) { mark_to_drop(s); } if (hdr.h.b[1:1] == 1) { s.egress_spec = 4; } if (hdr.h.b[2:2] == 1) { s.egress_spec = 511; }",
    },
    commands: groups,
  },
  "lengths and validity": {
    parts: {
      types: "header t_t { bit<24> v; }",
      headers: "h_t i; t_t t; t_t u;",
      parser:
        "state start { p.extract(hdr.h); transition select(hdr.h.a[0:0]) { 1: more; _: accept; } } state more { p.extract(hdr.i); transition accept; }",
      ingress: `if (hdr.h.b[0:0] == 1) { hdr.t.setValid(); } if (hdr.h.b[1:1] == 1) { hdr.t.setValid(); hdr.t.v = 3; } if (hdr.h.b[2:2] == 1) { hdr.i.setInvalid(); }
        if (hdr.h.b[3:3] == 1) { hdr.u = hdr.t; } if (hdr.h.b[4:4] == 1) { hdr.i = hdr.h; } if (hdr.h.b[5:5] == 1) { hdr.h.setInvalid(); } if (hdr.h.b[6:6] == 1) { hdr.t = { 7 }; }
        if (hdr.h.b[7:7] == 1) { s.packet_length = 9; } hdr.h.c = (bit<16>)s.packet_length; if (hdr.t == hdr.u) { hdr.h.d[0:0] = 1; } if (!hdr.h.isValid()) { s.egress_spec = 2; }`,
      egress:
        "hdr.h.e[15:0] = (bit<16>)s.packet_length; if (hdr.t.isValid()) { hdr.t.v = (bit<24>)s.packet_length; hdr.t.setInvalid(); hdr.u.setValid(); hdr.u.v = 1; }",
    },
  },
  "controls within controls": {
    parts: {
      types: `struct pair { bit<8> x; bit<16> y; } 
        control Inner(inout pair p, in bit<8> k, out bit<32> r)(bit<8> step) { action bump(bit<8> by) { p.x = p.x + by; r = 5; } action no() { }
          table t { key = { k : exact; p.y : lpm; } actions = { bump; no; } default_action = no(); }
          apply { r = 0; p.x = p.x + step; if (t.apply().hit) { p.y = p.y + 1; } } }`,
      locals: "Inner(1) first; Inner(2) second; pair q; bit<32> r1; bit<32> r2;",
      ingress:
        "q = { hdr.h.a, hdr.h.c }; first.apply(q, hdr.h.b, r1); second.apply(q, q.x, r2); hdr.h.a = q.x; hdr.h.c = q.y; hdr.h.d = r1 | (r2 << 8);",
    },
    commands: `table_add I.first.t I.first.bump 0 0/0 => 3
table_add I.first.t I.first.bump 255 0x0100/8 => 9
table_add I.second.t I.second.bump 4 0/8 => 7
table_add I.second.t I.second.bump 2 0/0 => 7`,
  },
};
