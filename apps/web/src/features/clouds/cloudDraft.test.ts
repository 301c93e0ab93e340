import { fatTree, fatTreeDefaults, importTopology, parseTopology } from "@p4twin/models/topology";
import { describe, expect, it } from "vitest";
import { type CloudDraft, createDraft, type DraftAction, draftReducer } from "./cloudDraft.ts";
import { EMPTY_TOPOLOGY } from "./emptyTopology.ts";

const tree = fatTree({
  ...fatTreeDefaults,
  racks: 2,
  serversPerRack: 2,
  serverProfile: "cpu",
  accelerators: ["npu", null],
  tors: ["asic"],
});
const base = { tor1: { x: 0, y: 0 }, server1: { x: 0, y: 100 } };
const run = (...actions: DraftAction[]): CloudDraft =>
  actions.reduce(draftReducer, createDraft(EMPTY_TOPOLOGY));
const docOf = ({ text, fileName }: CloudDraft) => parseTopology(text, fileName).topology;

describe("text and drawing say the same", () => {
  it.each([
    ["a node was drawn", { type: "edit", action: { type: "add", kind: "host", at: { x: 5, y: 6 }, base } }],
    [
      "a link was removed",
      { type: "edit", action: { type: "patchLinks", keys: ["server1 tor1"], patch: { gbps: 40 }, base } },
    ],
    ["a generated cloud was taken", { type: "start", topology: tree }],
    [
      "a YAML file was opened",
      {
        type: "text",
        text: "version: 1\nname: y\nnodes: [{ id: a, kind: host }]\nlinks: []\n",
        fileName: "y.yaml",
      },
    ],
    [
      "a Mininet file was opened",
      {
        type: "text",
        text: '{"hosts":["h1"],"switches":{"s1":{}},"links":[["h1","s1-p1"]]}',
        fileName: "topology.json",
      },
    ],
  ] satisfies [string, DraftAction][])("after %s", (_what, action) => {
    const draft = run(action);
    expect(draft.problems).toEqual([]);
    expect(docOf(draft)).toEqual(draft.editor?.doc);
  });

  it("a file in YAML stays YAML when it is drawn in", () => {
    const draft = run(
      {
        type: "text",
        text: "version: 1\nname: y\nnodes: [{ id: a, kind: host }]\nlinks: []\n",
        fileName: "y.yaml",
      },
      {
        type: "edit",
        action: { type: "add", kind: "host", at: { x: 5, y: 6 }, base: { a: { x: 0, y: 0 } } },
      },
    );
    expect(draft.text).toContain("- { id: host1, kind: host, position: { x: 5, y: 6 } }");
  });
});

it("a wrong text keeps the last drawing while one types, and none of another file", () => {
  const typed = run({ type: "text", text: "version: 1\nname:" });
  expect(typed.problems.length).toBeGreaterThan(0);
  expect(typed.editor?.doc).toBe(EMPTY_TOPOLOGY);
  expect(run({ type: "text", text: "{", fileName: "other.json" }).editor).toBeNull();
});

it("typing is undone in the drawing, opening a file is not", () => {
  const renamed = run({
    type: "text",
    text: createDraft(EMPTY_TOPOLOGY).text.replace("new cloud", "old cloud"),
  });
  expect(renamed.editor?.doc.name).toBe("old cloud");
  expect(docOf(draftReducer(renamed, { type: "edit", action: { type: "undo" } }))?.name).toBe("new cloud");
  expect(run({ type: "text", text: createDraft(tree).text, fileName: "t.json" }).editor?.past).toEqual([]);
});

it("a text that came from the drawing and is told back changes nothing", () => {
  const drawn = run({ type: "edit", action: { type: "add", kind: "host", at: { x: 0, y: 0 }, base } });
  expect(draftReducer(drawn, { type: "text", text: drawn.text })).toBe(drawn);
});

it("what another format held besides is told until it is put away", () => {
  const text = '{"hosts":{"h1":{"ip":"10.0.0.1"}},"switches":{"s1":{}},"links":[["h1","s1-p1"]]}';
  const draft = run({ type: "text", text, fileName: "topology.json" });
  expect(draft.imported).toMatchObject({ format: "mininet", fileName: "topology.json" });
  expect(draft.imported?.notes.map((note) => note.code)).toEqual(["not-kept", "no-profile", "assumed-rate"]);
  expect(draftReducer(draft, { type: "forgetImport" }).imported).toBeNull();
});

it("a drawing that breaks a rule is told, and can be mended in the drawing", () => {
  const port = (key: string, end: "aPort" | "bPort"): DraftAction => ({
    type: "edit",
    action: { type: "patchLinks", keys: [key], patch: { [end]: 1 }, base },
  });
  const draft = run(
    { type: "edit", action: { type: "add", kind: "host", at: { x: 0, y: 0 }, base } },
    { type: "edit", action: { type: "connect", a: "host1", b: "tor1", gbps: 10, base } },
    port("host1 tor1", "bPort"),
    port("server1 tor1", "bPort"),
  );
  expect(draft.problems.map((problem) => problem.code)).toEqual(["port-used-twice"]);
  expect(draft.from).toBe("drawing");
  expect(draftReducer(draft, { type: "edit", action: { type: "undo" } }).problems).toEqual([]);
});

describe("a large text", () => {
  const text = "nodes: 1";
  const read = importTopology(text, "topology.json");

  it("is shown while a worker reads it, then with its mistakes", () => {
    const reading = run({ type: "reading", text });
    expect(reading).toMatchObject({ text, problems: [{ code: "reading" }] });
    const done = draftReducer(reading, { type: "text", text, read });
    expect(done.problems).toEqual(read.diagnostics);
  });

  it("is forgotten when a newer one was written meanwhile", () => {
    const newer = run({ type: "reading", text }, { type: "reading", text: "nodes: 2" });
    expect(draftReducer(newer, { type: "text", text, read })).toBe(newer);
  });
});
