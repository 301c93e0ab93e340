import { type FlowMatch, type NodeClock, segmentBindingSchema } from "@p4twin/models/telemetry";
import type { BoundSegment } from "@p4twin/models/twin";
import type { Bindings, CollectorSegment, ElementKey } from "../collector/bindings.ts";

/** Elements as the matcher names parts: the k-th stay in a node, and the k-th time between two stays in it. */
function elementKeys({ elements }: BoundSegment): ElementKey[] {
  const stays = new Map<number, number>();
  const gaps = new Map<number, number>();
  const next = (seen: Map<number, number>, nodeId: number): number => {
    const occurrence = seen.get(nodeId) ?? 0;
    seen.set(nodeId, occurrence + 1);
    return occurrence;
  };
  return elements.map((e, i): ElementKey => {
    if (e.kind === "switch")
      return { label: e.label, kind: "hop", nodeId: e.nodeId, occurrence: next(stays, e.nodeId) };
    const [before, after] = [elements[i - 1], elements[i + 1]];
    const around =
      before?.kind === "switch" && after?.kind === "switch" && before.nodeId === after.nodeId
        ? before.nodeId
        : null;
    // between two different switches no clock measures: INT cannot show this element
    if (around === null) return { label: e.label, kind: "link", nodeId: -1, occurrence: 0 };
    return { label: e.label, kind: "gap", nodeId: around, occurrence: next(gaps, around) };
  });
}

const without = <T extends object>(o: T): { [K in keyof T]?: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(o).filter(([, v]) => v !== null)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };

function segmentOf(deploymentId: string, s: BoundSegment): CollectorSegment {
  const flows: FlowMatch[] = s.flows.map(without);
  return {
    deploymentId,
    segmentId: s.id,
    binding: segmentBindingSchema.parse({
      id: s.id,
      flows,
      from: { nodeId: s.from.nodeId, ...(s.from.port !== null && { ingressPort: s.from.port }) },
      to: { nodeId: s.to.nodeId, ...(s.to.port !== null && { egressPort: s.to.port }) },
      ...(s.pairBy && { pairBy: s.pairBy }),
      plUs: s.plUs,
      dlUs: s.dlUs,
    }),
    elements: elementKeys(s),
  };
}

/** What is measured of a deployment. */
export type BoundDeployment = { id: string; status: "active" | "paused"; segments: readonly BoundSegment[] };

/** What the collector needs of the deployments that are active. */
export function toBindings(deployments: readonly BoundDeployment[]): Bindings {
  const active = deployments.filter((d) => d.status === "active");
  const nodes = new Map<number, NodeClock>();
  // nanoseconds are what an element says unless it was told otherwise: then the profile of the exporter knows better
  for (const { segments } of active)
    for (const { elements } of segments)
      for (const e of elements)
        if (e.kind === "switch" && e.timeUnit !== "ns")
          nodes.set(e.nodeId, { nodeId: e.nodeId, timestampUnit: e.timeUnit });
  return {
    segments: active.flatMap((d) => d.segments.map((s) => segmentOf(d.id, s))),
    nodes: [...nodes.values()],
  };
}
