import { expect, it } from "vitest";
import { drawingFacts } from "./drawing.ts";

it("marks what is swapped and what is down, in the order of the changes", () => {
  const { nodeFacts, linkFacts } = drawingFacts(
    [
      { kind: "profile", device: "d1", profile: "npu" },
      { kind: "fail", node: "d1" },
      { kind: "fail", node: "d2" },
      { kind: "restore", node: "d2" },
      { kind: "fail-link", a: "x", b: "y" },
    ],
    null,
  );
  expect(nodeFacts).toEqual({ d1: { detail: "npu", problem: "failed" }, d2: {} });
  expect(linkFacts).toEqual({ "x y": { problem: "failed" }, "y x": { problem: "failed" } });
});
