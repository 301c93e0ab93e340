import { expect, test } from "vitest";
import { groupRole, groupsOf } from "./groupRole.ts";
import type { UserRole } from "./roles.ts";

const roles = new Map([
  ["p4-ops", "operator"],
  ["p4-admins", "owner"],
] as const);
const workspaces = new Map<string, ReadonlyMap<string, UserRole>>([
  [
    "Team A",
    new Map([
      ["team-a", "viewer"],
      ["leads", "owner"],
    ] as const),
  ],
  ["Team B", new Map([["leads", "operator"]] as const)],
]);
const none: typeof workspaces = new Map();

test.each([
  [["p4-ops"], { role: "operator", from: "group p4-ops" }],
  [["p4-ops", "p4-admins"], { role: "owner", from: "group p4-admins" }],
  [["p4-admins", "p4-ops"], { role: "owner", from: "group p4-admins" }],
  [["sales"], { role: "viewer", from: "default role" }],
  [[], { role: "viewer", from: "default role" }],
  [["constructor", "__proto__"], { role: "viewer", from: "default role" }],
])("of the groups %j the highest role counts", (groups, expected) => {
  const rules = { roles, workspaces: none, otherwise: "viewer" } as const;
  expect(groupRole(groups, rules)).toEqual({ ...expected, first: expected.role, workspaces: none });
});

test("without a matching group and without a default there is no role", () => {
  for (const rooms of [none, workspaces])
    expect(groupRole(["sales"], { roles, workspaces: rooms, otherwise: null })).toBeNull();
});

test.each([
  [["team-a"], "viewer", "group team-a", null, "viewer", null],
  [["leads", "team-a"], "viewer", "group leads", null, "owner", "operator"],
  [["leads", "p4-ops"], "operator", "group p4-ops", "operator", "owner", "operator"],
  [["p4-ops"], "operator", "group p4-ops", "operator", null, null],
] as const)("the groups %j give roles in workspaces, and take them", (groups, role, from, first, a, b) => {
  const given = new Map([
    ["Team A", a],
    ["Team B", b],
  ]);
  expect(groupRole(groups, { roles, workspaces, otherwise: null })).toEqual({
    ...{ role, from, first },
    workspaces: given,
  });
});

test.each([
  [["a", 7, null], ["a"]],
  ["a", ["a"]],
  [undefined, []],
  [{ a: 1 }, []],
])("the claim %j names the groups %j", (claim, groups) => expect(groupsOf(claim)).toEqual(groups));
