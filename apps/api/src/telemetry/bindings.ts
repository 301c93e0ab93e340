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

/**
 * Units that the elements of a segment say of their nodes. Nanoseconds are what an element says unless it was told
 * otherwise: then the exporter's profile and its reports know better.
 */
function clocksOf({ elements }: BoundSegment, known: readonly NodeClock[]): NodeClock[] {
  const clocks = new Map(known.map((clock) => [clock.nodeId, clock]));
  for (const e of elements)
    if (e.kind === "switch" && e.timeUnit !== "ns")
      clocks.set(e.nodeId, { nodeId: e.nodeId, timestampUnit: e.timeUnit });
  return [...clocks.values()];
}

function segmentOf(deploymentId: string, s: BoundSegment, known: readonly NodeClock[]): CollectorSegment {
  const clocks = clocksOf(s, known);
  const flows: FlowMatch[] = s.flows.map(without);
  return {
    deploymentId,
    segmentId: s.id,
    binding: segmentBindingSchema.parse({
      id: s.id,
      flows,
      ...(s.exporters && s.exporters.length > 0 && { exporters: s.exporters }),
      from: { nodeId: s.from.nodeId, ...(s.from.port !== null && { ingressPort: s.from.port }) },
      to: { nodeId: s.to.nodeId, ...(s.to.port !== null && { egressPort: s.to.port }) },
      ...(s.pairBy && { pairBy: s.pairBy }),
      ...(clocks.length > 0 && { clocks }),
      plUs: s.plUs,
      dlUs: s.dlUs,
    }),
    elements: elementKeys(s),
  };
}

/** What is measured of a deployment. */
export type BoundDeployment = { id: string; status: "active" | "paused"; segments: readonly BoundSegment[] };

/** What the collector needs of active deployments; `known` are units of nodes of which no element says any. */
export function toBindings(
  deployments: readonly BoundDeployment[],
  known: readonly NodeClock[] = [],
): Bindings {
  const active = deployments.filter((d) => d.status === "active");
  return { segments: active.flatMap((d) => d.segments.map((s) => segmentOf(d.id, s, known))) };
}
