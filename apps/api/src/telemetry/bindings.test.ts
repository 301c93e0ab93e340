import { boundSegmentSchema } from "@p4twin/models/twin";
import { describe, expect, test } from "vitest";
import type { Deployment } from "../deployments/schema.ts";
import { toBindings } from "./bindings.ts";

const segment = (change: object) =>
  boundSegmentSchema.parse({
    id: "s",
    name: "S",
    kind: "uc2",
    plUs: 10,
    dlUs: 20,
    from: { nodeId: 1 },
    to: { nodeId: 2, port: 3 },
    ...change,
  });
const bindingOf = (change: object) =>
  toBindings([{ id: "d", status: "active", segments: [segment(change)] } as unknown as Deployment])
    .segments[0]?.binding;

describe("what the collector is told of a segment", () => {
  test("its ends, limits and flows, nothing where nothing is said", () => {
    expect(bindingOf({ flows: [{ dst: "10.0.0.1" }] })).toEqual({
      id: "s",
      flows: [{ dst: "10.0.0.1" }],
      from: { nodeId: 1 },
      to: { nodeId: 2, egressPort: 3 },
      plUs: 10,
      dlUs: 20,
    });
  });

  test.each(["flow-and-identification", "identification", "sequence"])(
    "postcards are joined by %s",
    (pairBy) => {
      expect(bindingOf({ pairBy })?.pairBy).toBe(pairBy);
    },
  );

  test("postcards are not joined by anything else", () => {
    expect(() => segment({ pairBy: "colour" })).toThrow();
    expect(bindingOf({ pairBy: null })).not.toHaveProperty("pairBy");
  });
});

test("a unit that one deployment says of a node is told of its own segments only", () => {
  const element = { kind: "switch", label: "s1", nodeId: 1 };
  const deployments = [
    { id: "a", status: "active", segments: [segment({ elements: [element] })] },
    { id: "b", status: "active", segments: [segment({ elements: [{ ...element, timeUnit: "us" }] })] },
  ] as const;
  const [first, second] = toBindings(deployments).segments;
  expect(first?.binding).not.toHaveProperty("clocks");
  expect(second?.binding.clocks).toEqual([{ nodeId: 1, timestampUnit: "us" }]);
});
