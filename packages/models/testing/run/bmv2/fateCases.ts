import type { Bmv2Cases } from "./bmv2Case.ts";
import { GROUPS } from "./shared.ts";

const kept = "@field_list(1) bit<8> kept; @field_list(1, 2) bit<16> both; bit<8> lost;";
const show = "hdr.h.a = (bit<8>)s.instance_type; hdr.h.b = m.kept; hdr.h.c = m.both; hdr.h.d[7:0] = m.lost;";

/** What becomes of packets: copies, rounds, queues, drops. */
export const FATE_CASES: Bmv2Cases = {
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
${GROUPS}`,
  },
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
${GROUPS}`,
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
${GROUPS}`,
  },
  "resubmit and recirculate": {
    parts: {
      metadata: `${kept} @field_list(1) bit<4> rounds;`,
      ingress: `hdr.h.e[47:40] = (bit<8>)s.instance_type; hdr.h.e[39:32] = (bit<8>)m.rounds; hdr.h.e[31:24] = m.kept; hdr.h.e[23:16] = m.lost; hdr.h.e[15:0] = (bit<16>)s.ingress_port;
        m.rounds = m.rounds + 1; m.kept = m.kept + 2; m.lost = 1;
        if (hdr.h.a[0:0] == 1 && m.rounds < 4) { resubmit_preserving_field_list(1); }
        if (hdr.h.a[2:2] == 1) { s.mcast_grp = 2; }
        if (hdr.h.a[3:3] == 1) { mark_to_drop(s); }
        if (hdr.h.a[4:4] == 1) { clone_preserving_field_list(CloneType.I2E, 5, 1); }
        s.egress_spec = (bit<9>)hdr.h.b[1:0];`,
      egress: `hdr.h.c = (bit<16>)s.packet_length; hdr.h.d[7:0] = (bit<8>)s.instance_type;
        if (hdr.h.b[2:2] == 1 && m.rounds < 3 && s.instance_type == 0) { recirculate_preserving_field_list(1); }
        if (hdr.h.b[4:4] == 1) { mark_to_drop(s); }`,
    },
    commands: `mirroring_add 5 4
${GROUPS}`,
  },
  "sessions and groups": {
    parts: {
      ingress:
        "s.mcast_grp = (bit<16>)hdr.h.a[1:0]; s.egress_spec = 3; if (hdr.h.b[0:0] == 1) { clone(CloneType.I2E, (bit<32>)hdr.h.b[3:1]); }",
      egress:
        "hdr.h.c = s.egress_rid; hdr.h.d[8:0] = s.egress_port; hdr.h.d[31:28] = (bit<4>)s.instance_type; if (s.egress_port == 5) { mark_to_drop(s); }",
    },
    commands: `${GROUPS}
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
  "queues and priorities": {
    parts: {
      ingress: "s.egress_spec = 2; s.priority = (bit<3>)hdr.h.b; if (hdr.h.b[7:4] == 1) { s.mcast_grp = 1; }",
      egress:
        "hdr.h.a = (bit<8>)s.enq_qdepth; hdr.h.c = (bit<16>)s.deq_qdepth; hdr.h.b = (bit<8>)s.priority; if (s.enq_timestamp > 0 && s.egress_global_timestamp >= s.ingress_global_timestamp) { hdr.h.d = 1; }",
    },
    commands: GROUPS,
    open: [4, 8],
  },
  drops: {
    parts: {
      ingress: `s.egress_spec = (bit<9>)hdr.h.c; if (hdr.h.a[0:0] == 1) { mark_to_drop(s); } if (hdr.h.a[1:1] == 1) { s.egress_spec = 511; }
        if (hdr.h.a[2:2] == 1) { s.mcast_grp = 1; } if (hdr.h.a[3:3] == 1) { mark_to_drop(s); } if (hdr.h.a[4:4] == 1) { s.egress_spec = 6; }`,
      egress:
        "hdr.h.d[8:0] = s.egress_spec; if (hdr.h.b[0:0] == 1) { mark_to_drop(s); } if (hdr.h.b[1:1] == 1) { s.egress_spec = 4; } if (hdr.h.b[2:2] == 1) { s.egress_spec = 511; }",
    },
    commands: GROUPS,
  },
};
