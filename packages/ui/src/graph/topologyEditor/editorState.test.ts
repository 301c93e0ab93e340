import type { Topology } from "@p4twin/models/topology";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createEditorState, type EditorAction, type EditorState, editorReducer } from "./editorState.ts";

const doc: Topology = {
  version: 1,
  name: "pair",
  nodes: [
    { id: "s1", kind: "device", profile: "npu", telemetry: { nodeId: 1, timeUnit: "us" } },
    { id: "h1", kind: "host" },
  ],
  links: [{ a: "h1", b: "s1", gbps: 10, bPort: 1 }],
};
const base = { s1: { x: 100.4, y: 50 }, h1: { x: 0, y: 50 } };

const run = (...actions: EditorAction[]): EditorState =>
  actions.reduce(editorReducer, createEditorState(doc));

describe("editing a topology", () => {
  test("a new node is named by its profile and selected; all get the places they were seen at", () => {
    const { doc: after, selection } = run({
      type: "add",
      kind: "device",
      profile: "npu",
      at: { x: 7.6, y: 8 },
      base,
    });
    expect(after.nodes[2]).toEqual({ id: "npu1", kind: "device", profile: "npu", position: { x: 8, y: 8 } });
    expect(after.nodes[0]?.position).toEqual({ x: 100, y: 50 });
    expect(selection.nodes).toEqual(["npu1"]);
  });

  test.each([
    ["a link that is there, either way round", { type: "connect", a: "s1", b: "h1", gbps: 10, base }],
    ["a node with itself", { type: "connect", a: "s1", b: "s1", gbps: 10, base }],
    ["a node that is not there", { type: "connect", a: "s1", b: "s9", gbps: 10, base }],
    ["a name that is taken", { type: "rename", id: "s1", to: "h1", base }],
    ["nothing to remove", { type: "remove", base }],
    ["nothing to undo", { type: "undo" }],
    ["nothing to paste", { type: "paste", base }],
  ] as const)("changes nothing: %s", (_what, action) => {
    const state = run(action);
    expect(state.doc).toBe(doc);
    expect(state.past).toEqual([]);
  });

  test("a renamed node keeps its links", () => {
    const { doc: after, selection } = run({ type: "rename", id: "s1", to: "leaf", base });
    expect(after.links[0]).toEqual({ a: "h1", b: "leaf", gbps: 10, bPort: 1 });
    expect(selection.nodes).toEqual(["leaf"]);
  });

  test("what is removed takes its links along, undo brings both back, redo removes them again", () => {
    const removed = run(
      { type: "select", selection: { nodes: ["s1"], links: [] } },
      { type: "remove", base },
    );
    expect([removed.doc.nodes.length, removed.doc.links.length]).toEqual([1, 0]);
    const back = editorReducer(removed, { type: "undo" });
    expect(back.doc).toBe(doc);
    expect(editorReducer(back, { type: "redo" }).doc).toEqual(removed.doc);
  });

  test("a copy stands beside its original with its links, but not with its INT id", () => {
    const { doc: after, selection } = run(
      { type: "selectAll" },
      { type: "copy", base },
      { type: "paste", base },
      { type: "paste", base },
    );
    expect(after.nodes.map((node) => node.id)).toEqual(["s1", "h1", "s2", "h2", "s3", "h3"]);
    expect(after.nodes[2]).toEqual({ id: "s2", kind: "device", profile: "npu", position: { x: 140, y: 90 } });
    expect(after.nodes[4]?.position).toEqual({ x: 180, y: 130 });
    expect(after.links.at(-1)).toEqual({ a: "h3", b: "s3", gbps: 10, bPort: 1 });
    expect(selection.nodes).toEqual(["s3", "h3"]);
  });

  test("typing a number and moving by keys are undone in one step", () => {
    const gbps = (value: number): EditorAction => ({
      type: "patchLinks",
      keys: ["h1 s1"],
      patch: { gbps: value },
      base,
    });
    const typed = run(gbps(1), gbps(10), gbps(100));
    expect(typed.doc.links[0]?.gbps).toBe(100);
    expect(editorReducer(typed, { type: "undo" }).doc).toBe(doc);
    const step = (x: number): EditorAction => ({
      type: "move",
      places: { s1: { x, y: 0 } },
      base,
      byKey: true,
    });
    expect(run(step(1), step(2)).past).toHaveLength(1);
  });

  test("a field is taken away by undefined", () => {
    const { doc: after } = run({
      type: "patchNodes",
      ids: ["s1"],
      patch: { kind: "switch", profile: undefined, telemetry: undefined },
      base,
    });
    expect(after.nodes[0]).toEqual({ id: "s1", kind: "switch", position: { x: 100, y: 50 } });
  });

  test("several nodes are linked to the one selected first", () => {
    const { doc: after } = run(
      { type: "add", kind: "switch", at: { x: 0, y: 0 }, base },
      { type: "select", selection: { nodes: ["switch1", "s1", "h1"], links: [] } },
      { type: "connectSelected", gbps: 40, base },
    );
    expect(after.links.slice(1)).toEqual([
      { a: "switch1", b: "s1", gbps: 40 },
      { a: "switch1", b: "h1", gbps: 40 },
    ]);
  });

  test("another text can be undone, another file cannot", () => {
    const other = { ...doc, name: "other" };
    expect(editorReducer(run({ type: "replace", doc: other }), { type: "undo" }).doc).toBe(doc);
    expect(run({ type: "replace", doc: other, fresh: true }).past).toEqual([]);
  });
});

test("any sequence: ids stay unique, links have ends and no twins, undoing all leads back to the start", () => {
  const pick = fc.constantFrom("s1", "h1", "npu1", "npu2", "switch1", "host1");
  const action: fc.Arbitrary<EditorAction> = fc.oneof(
    fc.record({
      type: fc.constant("add" as const),
      kind: fc.constantFrom("device" as const, "switch" as const, "host" as const),
      at: fc.constant({ x: 0, y: 0 }),
      base: fc.constant(base),
    }),
    fc.record({
      type: fc.constant("connect" as const),
      a: pick,
      b: pick,
      gbps: fc.constant(1),
      base: fc.constant(base),
    }),
    fc.record({ type: fc.constant("rename" as const), id: pick, to: pick, base: fc.constant(base) }),
    fc.record({
      type: fc.constant("select" as const),
      selection: fc.record({ nodes: fc.array(pick), links: fc.constant([]) }),
    }),
    fc.constantFrom(
      { type: "remove" as const, base },
      { type: "copy" as const, base },
      { type: "paste" as const, base },
      { type: "connectSelected" as const, gbps: 1, base },
      { type: "undo" as const },
      { type: "redo" as const },
    ),
  );
  fc.assert(
    fc.property(fc.array(action, { maxLength: 25 }), (actions) => {
      let state = run(...actions);
      const ids = state.doc.nodes.map((node) => node.id);
      expect(new Set(ids).size).toBe(ids.length);
      const pairs = state.doc.links.map(({ a, b }) => [a, b].sort().join(" "));
      expect(new Set(pairs).size).toBe(pairs.length);
      for (const { a, b } of state.doc.links)
        expect(ids.includes(a) && ids.includes(b) && a !== b).toBe(true);
      while (state.past.length > 0) state = editorReducer(state, { type: "undo" });
      expect(state.doc).toEqual(doc);
    }),
    { numRuns: 300 },
  );
});
