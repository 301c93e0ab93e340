import { boundSegmentSchema } from "@p4twin/models/twin";
import { expect, test } from "vitest";
import { switchPlaces } from "./switchPlaces.ts";

const segment = (id: string, programs: (string | null)[]) =>
  boundSegmentSchema.parse({
    ...{ id, name: `Segment ${id}`, kind: "uc1", plUs: 1, dlUs: 2, from: { nodeId: 1 }, to: { nodeId: 1 } },
    elements: programs.flatMap((program, i) => [
      ...(i > 0 ? [{ kind: "vnf", label: "VNF" }] : []),
      { kind: "switch", label: `s${i}`, nodeId: 1, program },
    ]),
  });

test("switches with a program are offered, those of the counted one first", () => {
  const places = switchPlaces(
    [
      { id: "a", name: "Edge", segments: [segment("one", ["lib:fw", null, "lib:l3fwd"])] },
      { id: "b", name: "Core", segments: [segment("two", ["lib:l3fwd"])] },
    ],
    "lib:l3fwd",
  );
  expect(places.map(({ label, hint, at }) => [label, hint, at.element])).toEqual([
    ["Edge, Segment one: s2", "runs this program", 4],
    ["Core, Segment two: s0", "runs this program", 0],
    ["Edge, Segment one: s0", "runs another program", 0],
  ]);
});
