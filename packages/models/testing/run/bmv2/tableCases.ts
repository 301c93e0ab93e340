import type { Bmv2Cases } from "./bmv2Case.ts";
import { ACTIONS } from "./shared.ts";

/** Tables of every kind, their entries, profiles and selectors, and what runs behind them. */
export const TABLE_CASES: Bmv2Cases = {
  "action profile": {
    parts: {
      locals: `${ACTIONS} action_profile(8) ap;
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
      locals: `${ACTIONS} action_selector(HashAlgorithm.crc16, 32w16, 32w14) as;
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
table_indirect_add I.t 255 => 3`,
  },
  "selector by crc32": {
    parts: {
      locals: `${ACTIONS} action_selector(HashAlgorithm.crc32, 32w16, 32w8) as;
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
  "entries that the program gives": {
    parts: {
      locals: `${ACTIONS}
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
      locals: `${ACTIONS}
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
      locals: `${ACTIONS} table t { key = { hdr.h.b : ternary; } actions = { set; none; } default_action = none(); }`,
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
  "exit, return, action_run": {
    parts: {
      locals: `${ACTIONS} action leave() { hdr.h.d = 7; exit; } action back() { hdr.h.d = 8; return; hdr.h.d = 9; }
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
