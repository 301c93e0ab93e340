import { expect, test } from "vitest";
import { groupRole, groupsOf } from "./groupRole.ts";

const roles = new Map([
  ["p4-ops", "operator"],
  ["p4-admins", "owner"],
] as const);

test.each([
  [["p4-ops"], { role: "operator", from: "group p4-ops" }],
  [["p4-ops", "p4-admins"], { role: "owner", from: "group p4-admins" }],
  [["p4-admins", "p4-ops"], { role: "owner", from: "group p4-admins" }],
  [["sales"], { role: "viewer", from: "default role" }],
  [[], { role: "viewer", from: "default role" }],
  [["constructor", "__proto__"], { role: "viewer", from: "default role" }],
])("of the groups %j the highest role counts", (groups, expected) => {
  expect(groupRole(groups, { roles, otherwise: "viewer" })).toEqual(expected);
});

test("without a matching group and without a default there is no role", () => {
  expect(groupRole(["sales"], { roles, otherwise: null })).toBeNull();
});

test.each([
  [["a", 7, null], ["a"]],
  ["a", ["a"]],
  [undefined, []],
  [{ a: 1 }, []],
])("the claim %j names the groups %j", (claim, groups) => expect(groupsOf(claim)).toEqual(groups));
