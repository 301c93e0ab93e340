import { describe, expect, it } from "vitest";
import { answerLayout } from "./layoutQuestion.ts";

describe("the layout worker", () => {
  it("places the graph of a program", () => {
    const { nodes } = answerLayout({
      kind: "graph",
      nodes: [
        { id: "start", width: 60, height: 30 },
        { id: "accept", width: 60, height: 30 },
      ],
      edges: [{ id: "e", from: "start", to: "accept" }],
      options: { direction: "LR" },
    });
    expect(nodes.accept?.x).toBeGreaterThan(nodes.start?.x ?? Number.POSITIVE_INFINITY);
  });

  it("places a cloud", () => {
    const { nodes } = answerLayout({
      kind: "topology",
      nodes: [
        { id: "s1", kind: "switch", label: "s1" },
        { id: "h1", kind: "host", label: "h1" },
      ],
      links: [{ id: "h1 s1", a: "h1", b: "s1" }],
    });
    expect(Object.keys(nodes).sort()).toEqual(["h1", "s1"]);
  });
});
