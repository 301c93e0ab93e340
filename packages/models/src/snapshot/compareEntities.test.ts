import fc from "fast-check";
import { expect, test } from "vitest";
import { compareEntities } from "./compareEntities.ts";
import { type Entity, entityText, keyOf } from "./entity.ts";
import { runtimeJsonOf } from "./runtimeJson.ts";

const entry = (table: string, value: string, port: string): Entity => ({
  kind: "entry",
  table,
  match: { dst: { kind: "exact", value } },
  ...{ priority: 0, isDefault: false, metadata: "" },
  action: { kind: "run", run: { name: "send", params: { port } } },
});
const anyEntry = fc
  .tuple(fc.constantFrom("a", "b"), fc.constantFrom("0x1", "0x2", "0x3"), fc.constantFrom("0x1", "0x2"))
  .map(([table, value, port]) => entry(table, value, port));
const anySet = fc.uniqueArray(anyEntry, { maxLength: 6, selector: keyOf });

test("applied to what was, the changes give what is", () => {
  fc.assert(
    fc.property(anySet, anySet, (before, after) => {
      const { changes, added, removed, changed } = compareEntities(before, after);
      const state = new Map(before.map((entity) => [keyOf(entity), entity]));
      for (const each of changes)
        if (each.change === "removed") state.delete(keyOf(each.before));
        else state.set(keyOf(each.after), each.after);
      expect([...state.values()].map(entityText).sort()).toEqual(after.map(entityText).sort());
      expect(changes.length).toBe(added + removed + changed);
      expect(before.length + added - removed).toBe(after.length);
    }),
  );
});

test("changes are counted by table, and the order of fields and parameters is none", () => {
  const two = (first: string, second: string): Entity => ({
    kind: "entry",
    table: "t",
    match: { [first]: { kind: "exact", value: "0x1" }, [second]: { kind: "exact", value: "0x1" } },
    ...{ priority: 0, isDefault: false, metadata: "" },
    action: { kind: "run", run: { name: "send", params: { [first]: "0x2", [second]: "0x2" } } },
  });
  expect(compareEntities([two("a", "b")], [two("b", "a")]).changes).toEqual([]);
  expect(
    compareEntities(
      [entry("t", "0x1", "0x1"), entry("u", "0x1", "0x1")],
      [entry("t", "0x1", "0x2"), entry("u", "0x2", "0x1")],
    ).places,
  ).toEqual([
    { place: "t", added: 0, removed: 0, changed: 1 },
    { place: "u", added: 1, removed: 1, changed: 0 },
  ]);
});

test("entities become a file of entries that analysis and executor read", () => {
  const run = (name: string) => ({ name, params: {} });
  const grouped = { ...entry("t", "0x1", "0x1"), action: { kind: "group" as const, id: 4 } };
  const json = runtimeJsonOf(
    [
      entry("u", "0x2", "0x3"),
      grouped,
      { kind: "group", profile: "p", id: 4, members: [{ id: 1, weight: 1, watchPort: null }] },
      { kind: "member", profile: "p", id: 1, run: run("out") },
      { kind: "member", profile: "other", id: 1, run: run("elsewhere") },
      {
        kind: "session",
        id: 9,
        replicas: [{ port: "0x2", instance: 1 }],
        classOfService: 0,
        packetLengthBytes: 0,
      },
    ],
    () => "p",
  );
  expect(json).toEqual({
    table_entries: [
      { table: "u", match: { dst: "0x2" }, action_name: "send", action_params: { port: "0x3" } },
      { table: "t", match: { dst: "0x1" }, action_name: "out", action_params: {} },
    ],
    multicast_group_entries: [],
    clone_session_entries: [{ clone_session_id: 9, replicas: [{ egress_port: 2, instance: 1 }] }],
    hasProfiles: true,
  });
});
