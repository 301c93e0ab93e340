import { libraryFiles } from "@p4twin/models/library";
import { expect, it } from "vitest";
import { answerRun } from "@/workers/run/answerRun.ts";
import { nodesOfSteps, passedOf } from "./stepNodes.ts";

const program = {
  fileName: "p.p4",
  source: libraryFiles["programs/l3fwd_firewall.p4"],
  includes: {},
  entries: { name: "entries", text: "table_add ipv4_lpm ipv4_forward 10.0.0.0/8 => 02:00:00:00:00:09 2" },
};

it("steps stand at their nodes of the drawing, and the way between them is known", async () => {
  const ran = await answerRun({
    kind: "run",
    program,
    packet: "eth/ipv4(dst=10.0.0.1)/udp",
    port: 0,
    device: null,
  });
  const drawn = await answerRun({ kind: "graph", program });
  if (ran.kind !== "run" || !ran.run || drawn.kind !== "graph" || !drawn.graph)
    throw new Error("a run and a graph");
  const { graph } = drawn;
  const labelOf = (id: string | null) => graph.nodes.find((node) => node.id === id)?.label ?? null;
  const nodes = nodesOfSteps(graph, ran.run.steps);
  const labels = ran.run.steps.map(({ event }, i) => [event.kind, labelOf(nodes[i]!)]);
  expect(labels).toContainEqual(["table", "ipv4_lpm"]);
  expect(labels.filter(([kind]) => kind === "state").every(([, label]) => label !== null)).toBe(true);
  const passed = passedOf(graph, nodes);
  const taken = graph.edges.filter(({ id }) => passed.edges.includes(id));
  expect(taken.length).toBeGreaterThan(nodes.length / 4);
  // one way out of each node, as the packet has passed it once
  expect(new Set(taken.map(({ from }) => from)).size).toBe(taken.length);
  expect(passed.nodes.map(labelOf)).not.toContain("parser error");
});
