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
const clones: Parts = { ingress: "clone(CloneType.I2E, 7); mark_to_drop(s);" };
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
      `${members}\ntable_indirect_add_with_group t 0 => 0\nact_prof_remove_member_from_group as 1 0`,
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
mc_node_update 0 4 3\nmc_node_dissociate 1 1`,
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
      "an arrow may be before the values of a member that changes",
      profile,
      `${members}\nact_prof_modify_member as set 0 => 9\ntable_indirect_add t 0 => 0`,
      ["0:09"],
    ],
    [
      "a group that is made again keeps its nodes",
      groups,
      "mc_mgrp_create 1\nmc_node_create 5 1\nmc_node_associate 1 0\nmc_mgrp_create 1\nmc_mgrp_destroy 3",
      ["1:05"],
    ],
    [
      "handles begin anew where a table is cleared",
      table,
      "table_add t set 0&&&0 => 1 5\ntable_delete t 0\ntable_clear t\ntable_add t set 0&&&0 => 3 5\ntable_modify t set 0 4",
      ["0:04"],
    ],
    [
      "a freed place is taken again, and decides among equal priorities",
      table,
      "table_add t set 0&&&1 => 1 5\ntable_add t set 0&&&2 => 2 5\ntable_delete t 0\ntable_add t set 0&&&4 => 3 5",
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
    [groups, "mc_node_create 5 1 1", /mc_node_create names port 1 twice/],
    [groups, "mirroring_delete 3", /there is no clone session 3/],
    [
      groups,
      "mc_mgrp_create 1\nmc_mgrp_create 2\nmc_node_create 3 1\nmc_node_associate 1 0\nmc_mgrp_destroy 1\nmc_node_associate 2 0",
      /or the node is in a group/,
    ],
    [profile, `${members}\nact_prof_delete_member as 1`, /member 1 of action profile I\.as is in use/],
    [
      profile,
      `${members}\ntable_indirect_add t 0 => 0\nact_prof_delete_member as 0`,
      /member 0 of action profile I\.as is in use/,
    ],
    [
      profile,
      `${members}\ntable_indirect_set_default_with_group t 0\nact_prof_delete_group as 0`,
      /group 0 of action profile I\.as is in use/,
    ],
    [profile, `${members}\nact_prof_add_member_to_group as 1 0`, /group 0 .* has member 1 already/],
    [profile, `${members}\nact_prof_remove_member_from_group as 0 0`, /group 0 .* has no member 0/],
    [
      profile,
      "act_prof_create_group as\ntable_indirect_add_with_group t 0 => 0",
      /group 0 of action profile I\.as has no member yet/,
    ],
  ])("%#: %s is refused", (parts, line, message) => {
    expect(install(smallSwitch(parts as Parts), line as string, "e")[0]?.message).toMatch(message as RegExp);
  });
});

describe("P4Runtime text for profiles, groups and clone sessions", () => {
  const member = (id: number, value: string) =>
    `action_profile_member { action_profile_id: 1 ("I.as") member_id: ${id} action { action_id: 1 ("I.set")
      params { param_id: 1 value: "\\x${value}" } } }`;
  const group = (members: string) =>
    `action_profile_group { action_profile_id: 1 ("I.as") group_id: 700 ${members} }`;
  const entry = (action: string) =>
    `table_entry { table_id: 1 ("I.t") match { field_id: 1 exact { value: "\\x00" } } action { ${action} } }`;
  const update = (type: string, entity: string) => `updates { type: ${type} entity { ${entity} } }`;
  const byMember = entry("action_profile_member_id: 9");
  const byGroup = entry("action_profile_group_id: 700");
  const oneShot = entry(`action_profile_action_set { action_profile_actions { weight: 1 action {
    action_id: 1 ("I.set") params { param_id: 1 value: "\\x44" } } } }`);
  const multicast = (more = "") =>
    `packet_replication_engine_entry { multicast_group_entry { multicast_group_id: 1
      replicas { egress_port: 3 instance: 5 } ${more} } }`;

  it.each<[string, Parts, string[], string[]]>([
    ["an entry names a member", profile, [member(9, "11"), byMember], ["0:11"]],
    [
      "a read gives tables first",
      profile,
      [byGroup, group("members { member_id: 9 }"), member(9, "22")],
      ["0:22"],
    ],
    ["an entry brings its members along", profile, [oneShot], ["0:44"]],
    [
      "a member is modified",
      profile,
      [member(9, "11"), byMember]
        .map((each) => update("INSERT", each))
        .concat(update("MODIFY", member(9, "33"))),
      ["0:33"],
    ],
    [
      "an entry changes its member",
      profile,
      [member(9, "11"), member(8, "22"), byMember]
        .map((each) => update("INSERT", each))
        .concat(update("MODIFY", entry("action_profile_member_id: 8"))),
      ["0:22"],
    ],
    ["a multicast group", groups, [multicast()], ["3:05"]],
    [
      "a clone session",
      clones,
      [
        "clone_session_entry { session_id: 7 replicas { egress_port: 2 instance: 1 } packet_length_bytes: 3 }",
      ],
      ["2:00 of 3 bytes"],
    ],
    [
      "a multicast group is modified",
      groups,
      [update("INSERT", multicast()), update("MODIFY", multicast('replicas { port: "\\x04" instance: 6 }'))],
      ["3:05", "4:06"],
    ],
  ])("%s", (_, parts, text, leaving) => {
    const target = smallSwitch(parts);
    expect(install(target, text.join("\n"), "e")).toEqual([]);
    const whole = packet().length;
    const seen = send(target, packet()).map((sent) => {
      const [port, hex = ""] = sent.split(":");
      return `${port}:${hex.slice(0, 2)}${hex.length === whole ? "" : ` of ${hex.length / 2} bytes`}`;
    });
    expect(seen).toEqual(leaving);
  });

  it.each([
    [[byMember], "action profile I.as has no member 9"],
    [[group("members { member_id: 5 }")], "action profile I.as has no member 5"],
    [[update("MODIFY", member(9, "11"))], "action profile I.as has no member 9 to modify"],
    [
      [update("INSERT", member(9, "11")), update("INSERT", member(9, "11"))],
      "action profile I.as has a member 9 already; change it by an update of type MODIFY",
    ],
    [[update("DELETE", multicast())], "there is no multicast group 1 to delete"],
    [[group("members { member_id: 9 weight: 70000 }")], "the weight of a member is 1 to 65535, not 70000"],
  ])("%s: %s", (text, message) => {
    expect(install(smallSwitch(profile), text.join("\n"), "e")).toMatchObject([{ message }]);
  });
});
