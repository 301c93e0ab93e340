import { describe, expect, it } from "vitest";
import { type Parts, packet, send, smallSwitch } from "../../../testing/run/smallSwitch.ts";
import { install } from "./install.ts";

const actions = "action set(bit<8> v) { hdr.h.a = v; } action none() { }";
const profile: Parts = {
  locals: `${actions} action_selector(HashAlgorithm.crc16, 32w16, 32w14) as;
    table t { key = { hdr.h.b : exact; hdr.h.d : selector; } actions = { set; none; } implementation = as; }`,
  ingress: "t.apply();",
};
const groups: Parts = {
  ingress: "s.mcast_grp = 1;",
  egress: "hdr.h.a = (bit<8>)s.egress_rid;",
};
const sets: Parts = {
  parser: `value_set<bit<8>>(4) few;
    state start { p.extract(hdr.h); transition select(hdr.h.a) { few: one; _: accept; } }
    state one { hdr.h.d = 1; transition accept; }`,
};
const table: Parts = {
  locals: `${actions} table t { key = { hdr.h.b : ternary; } actions = { set; none; } default_action = none(); }`,
  ingress: "t.apply();",
};
const members = `act_prof_create_member as set 17
act_prof_create_member as set 34
act_prof_create_group as
act_prof_add_member_to_group as 1 0`;

describe("BMv2 commands for profiles, groups, value sets and handles", () => {
  it.each<[string, Parts, string, string[]]>([
    ["an entry names a member", profile, `${members}\ntable_indirect_add t 0 => 0`, ["0:11"]],
    ["a group has one member", profile, `${members}\ntable_indirect_add_with_group t 0 => 0`, ["0:22"]],
    [
      "a member changes",
      profile,
      `${members}\nact_prof_modify_member as set 0 9\ntable_indirect_add t 0 => 0`,
      ["0:09"],
    ],
    ["a miss runs what is set for it", profile, `${members}\ntable_indirect_set_default t 1`, ["0:22"]],
    [
      "a group without members does nothing",
      profile,
      `${members}\nact_prof_remove_member_from_group as 1 0\ntable_indirect_add_with_group t 0 => 0`,
      ["0:00"],
    ],
    [
      "the handle of a member is used again",
      profile,
      `${members}\nact_prof_delete_member as 0\nact_prof_create_member as set 51\ntable_indirect_add t 0 => 0`,
      ["0:33"],
    ],
    [
      "a node changes its ports, another leaves its group",
      groups,
      `mc_mgrp_create 1\nmc_node_create 5 1\nmc_node_associate 1 0\nmc_node_create 6 2\nmc_node_associate 1 1
mc_node_update 0 4 3 3\nmc_node_dissociate 1 1`,
      ["3:05", "4:05"],
    ],
    [
      "a node goes",
      groups,
      "mc_mgrp_create 1\nmc_node_create 5 1\nmc_node_associate 1 0\nmc_node_destroy 0",
      [],
    ],
    [
      "a group goes",
      groups,
      "mc_mgrp_create 1\nmc_node_create 5 1\nmc_node_associate 1 0\nmc_mgrp_destroy 1",
      [],
    ],
    ["a value set has a value", sets, "pvs_add P.few 0", ["0:00 1"]],
    ["a value set loses it", sets, "pvs_add P.few 0\npvs_remove P.few 0", ["0:00"]],
    ["a value set is cleared", sets, "pvs_add P.few 0\npvs_clear P.few", ["0:00"]],
    [
      "a freed place is taken again, and decides among equal priorities",
      table,
      "table_add t set 0&&&0 => 1 5\ntable_add t set 0&&&0 => 2 5\ntable_delete t 0\ntable_add t set 0&&&0 => 3 5",
      ["0:03"],
    ],
    [
      "the version of a place is part of its handle",
      table,
      "table_add t set 0&&&0 => 1 5\ntable_delete t 0\ntable_add t set 0&&&0 => 3 5\ntable_modify t set 16777216 4",
      ["0:04"],
    ],
    [
      "the default action is that of the program again",
      table,
      "table_set_default t set 7\ntable_reset_default t",
      ["0:00"],
    ],
  ])("%s", (_, parts, commands, expected) => {
    const target = smallSwitch(parts);
    expect(install(target, commands, "e")).toEqual([]);
    const seen = send(target, packet()).map((sent) => {
      const [port, hex = ""] = sent.split(":");
      const mark = hex.slice(8, 16);
      return `${port}:${hex.slice(0, 2)}${Number(mark) === 0 ? "" : ` ${Number.parseInt(mark, 16)}`}`;
    });
    expect(seen).toEqual(expected);
  });

  it("the trace has what a group could run, and what the hash chose", () => {
    const target = smallSwitch(profile, { trace: true });
    const group = "act_prof_add_member_to_group as 0 0\ntable_indirect_add_with_group t 0 => 0";
    expect(install(target, `${members}\n${group}`, "e")).toEqual([]);
    const [sent = ""] = send(target, packet());
    const [event] = target.takeTrace().events.filter(({ kind }) => kind === "table");
    expect(event).toMatchObject({ members: { all: ["set(v=0x11)", "set(v=0x22)"] } });
    const chosen = event?.kind === "table" ? event.members?.chosen : undefined;
    expect(sent.slice(2, 4)).toBe(["11", "22"][chosen ?? -1]);
  });

  it.each([
    [profile, "table_indirect_add t 0 => 3", /action profile I\.as has no member 3/],
    [profile, "act_prof_add_member_to_group as 0 0", /has no (member|group) 0/],
    [table, "table_indirect_add t 0&&&0 => 3 1", /table I\.t has no action profile/],
    [sets, "pvs_add P.few 256", /256 does not fit P\.few, which has 8 bits/],
    [groups, "mc_node_associate 1 0", /there is no multicast group 1 or no node 0/],
    [
      groups,
      "mc_mgrp_create 1\nmc_mgrp_create 2\nmc_node_create 3 1\nmc_node_associate 1 0\nmc_node_associate 2 0",
      /the node is in a group/,
    ],
    [table, "table_modify t set 4 1", /table I\.t has no entry 4/],
  ])("%#: %s is refused", (parts, line, message) => {
    expect(install(smallSwitch(parts as Parts), line as string, "e")[0]?.message).toMatch(message as RegExp);
  });
});
