import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyseLibrary } from "../fixtures/readFixture.ts";
import { parseEntriesText } from "./parseEntriesText.ts";
import { hasId } from "./runtimeIds.ts";

const cli = `# s1
mirroring_add 5 2
table_set_default ipv4_lpm IngressImpl.drop
table_add IngressImpl.ipv4_lpm ipv4_forward 10.0.1.1/32 => 00:00:0a:00:01:01 1
table_add ipv4_lpm ipv4_forward 10.0.2.2/32 => 00:00:0a:00:02:02 2
table_add udp_firewall drop 53 =>
table_clear udp_firewall
`;

const request = `
device_id: 0
updates {
  type: INSERT
  entity { table_entry {
    table_id: TABLE
    match { field_id: 1 lpm { value: "\\x0a\\x00" "\\x01\\x01" prefix_len: 32 } }
    action { action { action_id: ACTION params { param_id: 1, value: "\\000" } } }
  } }
}
updates { type: DELETE entity { table_entry { table_id: 1 action: { action { action_id: 2 } } } } }
updates { type: MODIFY entity { table_entry { table_id: TABLE is_default_action: true
  action { action { action_id: ACTION } } } } }
`;
const info = `
tables { preamble { id: 7 name: "IngressImpl.ipv4_lpm" alias: "ipv4_lpm" } action_refs { id: 9 } size: 1024 }
actions { preamble { id: 9 name: "IngressImpl.ipv4_forward" } params { id: 1 name: "port" bitwidth: 9 } }
`;

const ran = (text: string): Set<string> => {
  const { entries, diagnostics } = parseEntriesText(text, "s1");
  expect(diagnostics).toEqual([]);
  const { report } = analyseLibrary("l3fwd_firewall", { entries });
  expect(report.diagnostics).toEqual([]);
  return new Set(report.paths.flatMap((path) => path.tables.map(({ name, action }) => `${name}:${action}`)));
};

describe("entries as text", () => {
  it("[F13] commands of BMv2's CLI restrict the actions", () => {
    expect(parseEntriesText(cli, "s1").entries.table_entries).toEqual([
      { table: "ipv4_lpm", action_name: "IngressImpl.drop", default_action: true },
      { table: "IngressImpl.ipv4_lpm", action_name: "ipv4_forward" },
      { table: "ipv4_lpm", action_name: "ipv4_forward" },
    ]);
    const all = ["ipv4_lpm:ipv4_forward", "ipv4_lpm:drop", "udp_firewall:drop", "udp_firewall:NoAction"];
    expect(ran(cli)).toEqual(new Set(all));
    expect(ran("table_set_default ipv4_lpm ipv4_forward 0a:00 1")).toEqual(
      new Set(all.filter((each) => each !== "ipv4_lpm:drop")),
    );
    expect(ran("table_set_default ipv4_lpm drop")).toEqual(
      new Set(all.filter((each) => each !== "ipv4_lpm:ipv4_forward")),
    );
  });

  it("[F13] commands that are about no table leave every action possible", () => {
    expect(parseEntriesText("mirroring_add 7 6\nregister_write r 0 1", "s1")).toEqual({
      entries: { table_entries: [] },
      diagnostics: [],
    });
  });

  it("[F13] a command about tables that BMv2 does not have is an error with its line, not passed over", () => {
    const { diagnostics } = parseEntriesText(
      "table_ad ipv4_lpm drop 10.0.0.1/32 =>\ntable_dump ipv4_lpm",
      "s1",
    );
    expect(diagnostics).toMatchObject([
      {
        severity: "error",
        message: expect.stringContaining('no command table_ad (did you mean "table_add"?)'),
      },
    ]);
    expect(diagnostics[0]?.span?.line).toBe(1);
  });

  it("[F13] JSON is read once for analysis and runs: values stay, groups alone are entries, other objects are none", () => {
    const entry = {
      table: "ipv4_lpm",
      match: { "hdr.ipv4.dstAddr": ["10.0.1.0", 24], "hdr.b": 1, "hdr.c": null },
      action_name: "ipv4_forward",
      action_params: { port: 3 },
      priority: 7,
    };
    const groups = [{ multicast_group_id: 1, replicas: [{ egress_port: 2, instance: 1 }] }];
    const read = (file: object) => parseEntriesText(JSON.stringify(file), "s1");
    expect(read({ table_entries: [entry], p4info: "x" }).entries).toEqual({ table_entries: [entry] });
    expect(read({ multicast_group_entries: groups })).toEqual({
      entries: { table_entries: [], multicast_group_entries: groups },
      diagnostics: [],
    });
    const { report } = analyseLibrary("l3fwd", {
      entries: read({ multicast_group_entries: groups }).entries,
    });
    expect(report.diagnostics).toEqual([]);
    expect(read({ p4info: "x" }).diagnostics[0]?.message).toMatch(
      /table_entries is missing; a switch's file has/,
    );
  });

  it("[F13] in commands # begins a comment where a word may begin: a name may hold it", () => {
    const { entries } = parseEntriesText("table_add !@#$%^ set 1 => 2 # add\n# table_add t set", "s1");
    expect(entries.table_entries).toEqual([{ table: "!@#$%^", action_name: "set" }]);
  });

  it.each([
    ["ids of a P4Info in the same text", request.replaceAll("TABLE", "7").replaceAll("ACTION", "9") + info],
    [
      "names behind the ids",
      request
        .replaceAll("TABLE", '1 ("IngressImpl.ipv4_lpm")')
        .replaceAll("ACTION", '2 ("IngressImpl.ipv4_forward")'),
    ],
    [
      "ids that p4c makes of names",
      request.replaceAll("TABLE", "47602681").replaceAll("ACTION", "0x14740c9"),
    ],
  ])("[F13] P4Runtime text: %s", (_, text) => {
    expect([...ran(text)][0]).toBe("ipv4_lpm:ipv4_forward");
    expect(ran(text)).not.toContain("ipv4_lpm:drop");
  });

  it("[F13] the actions of action profile members count for tables that use one", () => {
    const text = `
      entities { table_entry { table_id: 7 action { action_profile_member_id: 3 } } }
      entities { action_profile_member { action_profile_id: 1 member_id: 3 action { action_id: 9 } } } ${info}`;
    expect([...ran(text)].filter((each) => each.startsWith("ipv4_lpm"))).toEqual([
      "ipv4_lpm:ipv4_forward",
      "ipv4_lpm:drop",
    ]);
  });

  it("[F13] ids are p4c's hash of the name, 24 bits of it or, in older versions, 16", () => {
    // printed in the P4Info of the p4lang tutorial "basic"
    for (const [name, ...ids] of [
      ["MyIngress.ipv4_lpm", "37375156", "33574068"],
      ["MyIngress.ipv4_forward", "28792405", "16799317"],
      ["MyIngress.drop", "25652968"],
      ["NoAction", "21257015"],
    ] as const) {
      expect(ids.every((id) => hasId(name, id))).toBe(true);
      expect(hasId(`${name}2`, ids[0])).toBe(false);
    }
  });

  it.each([
    ["a command without an action", "\ntable_add ipv4_lpm\n", 2, /table_add needs a table and an action/],
    ["an open brace", "table_entry { table_id: 1", 1, /expected \} before the end/],
    ["no value", "table_entry {\n table_id }", 2, /expected a value of table_id/],
    ["no action", "table_entry { table_id: 4 }", 1, /the entry of table 4 has no action/],
    ["something else", "hello: 1", 1, /no table_entry, table_add or table_set_default found/],
    ["other characters", "table_entry {\n\n ~ }", 3, /unexpected ~/],
  ])("[F13] %s is told with its line", (_, text, line, message) => {
    const { diagnostics } = parseEntriesText(text, "s1.txt");
    expect(diagnostics[0]?.message).toMatch(message);
    expect(diagnostics[0]?.span).toMatchObject({ file: "s1.txt", line });
  });

  it("[F13] an id that no name gives is refused", () => {
    const { entries } = parseEntriesText(
      "table_entry { table_id: 5 action { action { action_id: 6 } } }",
      "s1",
    );
    expect(analyseLibrary("l3fwd", { entries }).report.diagnostics[0]?.message).toMatch(
      /name table 5; the program has IngressImpl.ipv4_lpm/,
    );
  });

  it("[F13] never throws", () => {
    const piece = fc.constantFrom(
      "table_entry",
      "{",
      "}",
      "table_id",
      ":",
      "1",
      '"x"',
      "[",
      "]",
      "<",
      ">",
      "(",
      "#",
      "\n",
      "table_add t ",
      "'",
      "\\",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 30 }), (pieces) => {
        const { entries, diagnostics } = parseEntriesText(pieces.join(" "), "x");
        expect(entries.table_entries.length + diagnostics.length).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 300 },
    );
  });
});
