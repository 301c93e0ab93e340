import { expect, it } from "vitest";
import { readText } from "./readText.ts";

const flood = JSON.stringify({ version: 1, nodes: Array.from({ length: 5_000 }, () => ({ kind: "x" })) });

it.each([
  ["a cloud", { kind: "topology", text: flood, fileName: "flood.json" }],
  ["a plan", { kind: "problem", text: flood, fileName: "flood.json", profiles: [] }],
] as const)("of a flood of mistakes in %s a bounded list comes back", (_what, question) => {
  const answer = readText(question);
  const { diagnostics } = answer.kind === "topology" ? answer.read : answer;
  expect(diagnostics.length).toBeGreaterThan(0);
  expect(diagnostics.length).toBeLessThan(110);
});
