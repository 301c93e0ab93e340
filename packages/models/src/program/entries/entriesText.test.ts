import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkP4 } from "../../p4/index.ts";
import { analyseLibrary, libraryText } from "../fixtures/readFixture.ts";
import { programTables } from "./programTables.ts";
import { readEntries } from "./readEntries.ts";
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
updates { type: INSERT entity { table_entry { table_id: TABLE action { action { action_id: ACTION } } } } }
updates { type: DELETE entity { table_entry { table_id: TABLE action: { action { action_id: 2 } } } } }
updates { type: MODIFY entity { table_entry { table_id: TABLE is_default_action: true
  action { action { action_id: ACTION } } } } }
`;
const info = `
tables { preamble { id: 7 name: "IngressImpl.ipv4_lpm" alias: "ipv4_lpm" } action_refs { id: 9 } size: 1024 }
actions { preamble { id: 9 name: "IngressImpl.ipv4_forward" } params { id: 1 name: "port" bitwidth: 9 } }
`;

const tables = programTables(
  checkP4({ file: "l3fwd_firewall.p4", text: libraryText("programs/l3fwd_firewall.p4") }),
);

/** What a text says for the analysis, without places. */
const changes = (text: string, mayLeaveOut = true) => {
  const read = readEntries(text, "s1", tables, mayLeaveOut);
  expect(read.diagnostics).toEqual([]);
  return read.changes.map(({ at: _, ...change }) => change);
};

const ran = (text: string): Set<string> => {
  const { report } = analyseLibrary("l3fwd_firewall", { entries: { name: "s1", text } });
  expect(report.diagnostics).toEqual([]);
  return new Set(report.paths.flatMap((path) => path.tables.map(({ name, action }) => `${name}:${action}`)));
};

describe("entries as text", () => {
  it("[F13] commands of BMv2's CLI restrict the actions", () => {
    const [table, action] = ["IngressImpl.ipv4_lpm", "IngressImpl.ipv4_forward"];
    const route = (value: bigint, values: bigint[]) => ({
      ...{ kind: "entry", table, matches: [{ kind: "lpm", value, prefix: 32 }], priority: 0 },
      ...{ run: { action, values }, update: "insert" },
    });
    expect(changes(cli)).toEqual([
      { kind: "command", verb: "mirroring_add", words: ["5", "2"] },
      { kind: "default", table, run: { action: "IngressImpl.drop", values: [] } },
      route(0x0a000101n, [0x0a000101n, 1n]),
      route(0x0a000202n, [0x0a000202n, 2n]),
      {
        ...{ kind: "entry", table: "IngressImpl.udp_firewall", priority: 0 },
        matches: [{ kind: "exact", value: 53n }],
        ...{ run: { action: "IngressImpl.drop", values: [] }, update: "insert" },
      },
      { kind: "clear", table: "IngressImpl.udp_firewall" },
    ]);
    const all = ["ipv4_lpm:ipv4_forward", "ipv4_lpm:drop", "udp_firewall:drop", "udp_firewall:NoAction"];
    // what was cleared is empty
    expect(ran(cli)).toEqual(new Set(all.filter((each) => each !== "udp_firewall:drop")));
    expect(ran("table_set_default ipv4_lpm ipv4_forward 00:00:0a:00:01:01 1")).toEqual(
      new Set(all.filter((each) => each !== "ipv4_lpm:drop")),
    );
    expect(ran("table_set_default ipv4_lpm drop")).toEqual(
      new Set(all.filter((each) => each !== "ipv4_lpm:ipv4_forward")),
    );
  });

  it("[F13] commands that are about no table leave every action possible", () => {
    const text = "mirroring_add 7 6\nregister_write r 0 1";
    expect(changes(text).map(({ kind }) => kind)).toEqual(["command", "command"]);
    expect(ran(text)).toEqual(ran("# nothing"));
  });

  it("[F13] a command about tables that BMv2 does not have is an error with its line, not passed over", () => {
    const text = "table_ad ipv4_lpm drop 10.0.0.1/32 =>\ntable_dump ipv4_lpm";
    const { diagnostics } = readEntries(text, "s1", tables);
    expect(diagnostics).toMatchObject([
      {
        severity: "error",
        message: expect.stringContaining('no command table_ad (did you mean "table_add"?)'),
      },
    ]);
    expect(diagnostics[0]?.span?.line).toBe(1);
  });

  it("[F13] JSON: values stay, groups alone are entries, other objects are none", () => {
    const entry = {
      table: "ipv4_lpm",
      match: { "hdr.ipv4.dst_addr": ["10.0.1.0", 24] },
      action_name: "ipv4_forward",
      action_params: { port: 3, next_hop: "00:00:0a:00:01:01" },
    };
    const command = "table_add ipv4_lpm ipv4_forward 10.0.1.0/24 => 00:00:0a:00:01:01 3";
    expect(
      changes(JSON.stringify({ table_entries: [entry], p4info: "x" }), false).map((each) => ({
        ...each,
        update: "insert",
      })),
    ).toEqual(changes(command, false));
    const replicas = [{ egress_port: 2, instance: 1 }];
    const groups = JSON.stringify({ multicast_group_entries: [{ multicast_group_id: 1, replicas }] });
    expect(changes(groups)).toEqual([{ kind: "replicas", of: "group", id: 1, replicas }]);
    expect(ran(groups)).toEqual(ran("# nothing"));
    expect(readEntries('{"p4info": "x"}', "s1", tables).diagnostics[0]?.message).toMatch(
      /table_entries is missing; a switch's file has/,
    );
  });

  it("[F13] in commands # begins a comment where a word may begin: a name may hold it", () => {
    const odd = {
      ...{ name: "!@#$%^", id: null },
      keys: [{ name: "k", kind: "exact", width: 8, id: 1 }],
      actions: [{ name: "set", id: null, parameters: [{ name: "v", width: 8, id: 1 }] }],
    };
    const read = readEntries("table_add !@#$%^ set 1 => 2 # add\n# table_add t set", "s1", [odd]);
    expect(read).toMatchObject({ changes: [{ table: "!@#$%^", run: { action: "set" } }], diagnostics: [] });
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
      entities { table_entry { table_id: 7 match { field_id: 1 lpm { value: "\\x0a\\x00\\x01\\x01" prefix_len: 8 } }
        action { action_profile_member_id: 3 } } }
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
    [
      "no action",
      "table_entry {\n table_id: 7 }" + info,
      2,
      /the entry of table IngressImpl.ipv4_lpm has no action/,
    ],
    ["something else", "hello: 1", 1, /no table_entry, table_add or table_set_default found/],
    ["other characters", "table_entry {\n\n ~ }", 3, /unexpected ~/],
  ])("[F13] %s is told with its line", (_, text, line, message) => {
    const { diagnostics } = readEntries(text, "s1.txt", tables);
    expect(diagnostics[0]?.message).toMatch(message);
    expect(diagnostics[0]?.span).toMatchObject({ file: "s1.txt", line });
  });

  it("[F13] an id that no name gives is refused", () => {
    const text = "table_entry { table_id: 5 action { action { action_id: 6 } } }";
    expect(readEntries(text, "s1", tables).diagnostics[0]?.message).toMatch(
      /no table 5; the program has IngressImpl.ipv4_lpm/,
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
        const read = readEntries(pieces.join(" "), "x", tables, true);
        expect(read.changes.length + read.diagnostics.length).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 300 },
    );
  });
});
