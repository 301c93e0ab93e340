import type { Bmv2Cases } from "./bmv2Case.ts";

/** What parsers do with packets, and headers that are there or not. */
export const PARSER_CASES: Bmv2Cases = {
  "value sets": {
    parts: {
      // widths that BMv2's command line sends whole: for 8 or 16 bits it ends the switch
      parser: `value_set<bit<9>>(4) few; value_set<bit<17>>(4) more;
        state start { p.extract(hdr.h); transition select((bit<9>)hdr.h.a) { few: one; 9: two; _: next; } }
        state one { hdr.h.d = 1; transition next; }
        state two { hdr.h.d = 2; transition accept; }
        state next { transition select((bit<17>)hdr.h.c) { more: two; _: accept; } }`,
    },
    commands: `pvs_add P.few 1
pvs_add P.few 255
pvs_add P.more 0x0101
pvs_add P.more 0xff00
pvs_remove P.few 1`,
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
        state one { p.extract(hdr.t); transition select(hdr.t.kind) { 0: accept; 1: one_more; _: accept; } }
        state one_more { p.extract(hdr.i); verify(hdr.i.a == hdr.h.a, error.HeaderTooShort); transition accept; }
        state gone { transition reject; }`,
      ingress: `if (s.parser_error == error.PacketTooShort) { hdr.h.e[7:0] = 1; } else if (s.parser_error == error.NoMatch) { hdr.h.e[7:0] = 2; } else if (s.parser_error == error.HeaderTooShort) { hdr.h.e[7:0] = 3; } else if (s.parser_error == error.ParserInvalidArgument) { hdr.h.e[7:0] = 4; } else if (s.parser_error != error.NoError) { hdr.h.e[7:0] = 5; }`,
    },
  },
  "lookahead of headers": {
    parts: {
      types: "header t_t { bit<8> v; } struct ahead_t { t_t one; t_t[2] more; }",
      metadata: "ahead_t l;",
      parser: `state start { p.extract(hdr.h); m.l = p.lookahead<ahead_t>(); transition select(m.l.one.v, m.l.more[0].v, m.l.more[1].v) { (0, _, _): accept; (_, 0, _): one; (_, _, 7): two; _: reject; } }
        state one { hdr.h.a = 1; transition accept; }
        state two { hdr.h.a = 2; transition accept; }`,
      ingress:
        "if (m.l.more[1].isValid()) { hdr.h.d = (bit<32>)(m.l.one.v + m.l.more[0].v + m.l.more[1].v); }",
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
};
