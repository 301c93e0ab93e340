/** Actions that most tables have. */
export const ACTIONS = `action set(bit<8> v) { hdr.h.a = v; } action to(bit<9> port) { s.egress_spec = port; }
  action mark(bit<16> v) { hdr.h.c = v; } action none() { }`;

/** Commands that make multicast groups 1 (ports 1, 2 as copy 3, port 5 as copy 4) and 2 (port 7 as copy 9). */
export const GROUPS = `mc_mgrp_create 1
mc_node_create 3 2 1
mc_node_associate 1 0
mc_node_create 4 5
mc_node_associate 1 1
mc_mgrp_create 2
mc_node_create 9 7
mc_node_associate 2 2`;
