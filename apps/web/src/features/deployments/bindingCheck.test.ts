import { expect, test } from "vitest";
import { checkBindings } from "./bindingCheck.ts";
import { newSegment, newSwitch } from "./draft.ts";

test("each node id of a segment is heard or missing, once", () => {
  const draft = {
    ...newSegment([]),
    key: "k",
    from: { nodeId: 1, port: null },
    to: { nodeId: 3, port: null },
    elements: [newSwitch("s1", 1), newSwitch("s2", 2), newSwitch("s3")],
  };
  const heard = [
    { address: "10.0.0.1", nodeIds: [1] },
    { address: "10.0.0.2", nodeIds: [3, 9] },
  ];
  expect(checkBindings([draft], heard)).toEqual([
    { key: "k", name: "Segment 1", heard: [1, 3], missing: [2] },
  ]);
  // the same ids of another exporter mean other nodes
  expect(checkBindings([{ ...draft, exporters: "10.0.0.2" }], heard)).toEqual([
    { key: "k", name: "Segment 1", heard: [3], missing: [1, 2] },
  ]);
});
