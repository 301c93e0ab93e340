import { describe, expect, it } from "vitest";
import { type BoundSegment, boundSegmentSchema } from "./boundSegment.ts";
import { measuredLoad, queuePasses } from "./measuredLoad.ts";

const flow = { dst: "10.0.1.0/24" };
const queue = { ratePps: 6000, offeredPps: 0, backgroundPps: 0 };

/** A segment through switches with a queue at port 3 of each, from port 1 of the first unless said otherwise. */
function through(
  id: string,
  nodes: readonly number[],
  flows: object[],
  port: number | null = 1,
): BoundSegment {
  const elements = nodes.flatMap((nodeId, i) => [
    ...(i > 0 ? [{ kind: "link", label: `to s${nodeId}`, delayUs: 1 }] : []),
    { kind: "switch", label: `s${nodeId}`, nodeId, port: 3, program: "l3fwd", device: "t4p4s", queue },
  ]);
  return boundSegmentSchema.parse({
    ...{ id, name: id, kind: nodes.length > 1 ? "uc2" : "uc1", plUs: 1000, dlUs: 2000, flows, elements },
    from: { nodeId: nodes[0], port },
    to: { nodeId: nodes.at(-1), port: 3 },
  });
}

/** Packets/s of the queue at port 3 of switch 2, of segments with their packets/s. */
const ppsOf = (...segments: (readonly [BoundSegment, number])[]): number | null =>
  measuredLoad(segments.map(([segment, pps]) => ({ segment, rate: { packets: 10 * pps, seconds: 10 } })))(
    "2:3",
  ).pps;

describe("[T12] the load that segments measure of a queue", () => {
  it("of two segments with the same flow is that of one: also of a copy, and of a part of the way", () => {
    const [one, copy, part] = [
      through("one", [1, 2], [flow]),
      through("copy", [1, 2], [flow]),
      through("part", [2], [flow], null),
    ];
    expect(ppsOf([one, 500], [copy, 500])).toBe(500);
    expect(ppsOf([one, 500], [part, 500], [copy, 498])).toBe(500);
  });

  it("of a flow within another's is that of the wider one; others add to it", () => {
    const all = through("all", [2], [], null);
    const [some, other] = [through("some", [1, 2], [flow]), through("other", [1, 2], [{ dst: "10.0.2.7" }])];
    expect(ppsOf([some, 500], [other, 200], [all, 900])).toBe(900);
    const block = through("block", [1, 2], [{ dst: "10.0.0.0/22" }]);
    expect(ppsOf([some, 500], [block, 800], [other, 200])).toBe(800);
    expect(ppsOf([some, 500], [other, 200])).toBe(700);
    expect(ppsOf([through("tcp", [1, 2], [{ ...flow, proto: 6 }]), 300], [some, 500])).toBe(500);
  });

  it("of the same flow that comes by different ways is their sum", () => {
    expect(ppsOf([through("left", [1, 2], [flow]), 500], [through("right", [4, 2], [flow]), 200])).toBe(700);
    expect(ppsOf([through("port-1", [2], [flow], 1), 500], [through("port-2", [2], [flow], 2), 200])).toBe(
      700,
    );
    // the other way round: none of them is known to be within the other
    const exporters = (segment: BoundSegment, address: string) => ({ ...segment, exporters: [address] });
    const one = through("one", [1, 2], [flow]);
    expect(ppsOf([exporters(one, "10.9.0.1"), 500], [exporters({ ...one, id: "b" }, "10.9.0.2"), 200])).toBe(
      700,
    );
  });

  it("of a queue that a segment passes twice counts both passes; without a rate it is unknown", () => {
    const loop = through("loop", [2, 2], [flow]);
    expect(ppsOf([loop, 100])).toBe(200);
    expect(measuredLoad([{ segment: loop, rate: null }])("2:3").pps).toBeNull();
  });

  it("is worked out once for all who ask, of thousands of segments at one queue too", () => {
    const many = Array.from({ length: 2_000 }, (_, i) =>
      through(`s${i}`, [1, 2], [{ dst: `10.${i >> 8}.${i & 255}.0/24` }]),
    );
    const measured = many.map((segment) => ({ segment, rate: { packets: 10, seconds: 10 } }));
    const passing = queuePasses(many);
    const begunMs = performance.now();
    const load = measuredLoad(measured, passing);
    expect(load("2:3").pps).toBe(2_000);
    const firstMs = performance.now() - begunMs;
    for (let i = 0; i < 2_000; i++) load("2:3");
    expect(performance.now() - begunMs - firstMs).toBeLessThan(50 * firstMs);
  });
});
