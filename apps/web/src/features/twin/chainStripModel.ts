import type { ChainStripHop, ChainStripNode } from "@p4twin/ui/charts";
import { badgeVerdict } from "@/lib/badgeVerdict.ts";
import type { RouterOutputs } from "@/lib/trpc.ts";
import type { SegmentState } from "./chainVerdict.ts";

type TwinSegment = RouterOutputs["twin"]["get"]["segments"][number];

/**
 * The chain as the strip draws it: source, the elements of all segments in order, sink. A switch in which one
 * segment ends and the next begins stands once for each, because it is passed once for each.
 */
export function chainStripModel(
  segments: readonly TwinSegment[],
  states: readonly SegmentState[] | undefined,
): { nodes: ChainStripNode[]; hops: ChainStripHop[] } {
  const nodes: ChainStripNode[] = [{ id: "source", kind: "source", label: "in" }];
  // an element's time stands on the line that leaves it
  const hops: ChainStripHop[] = [{ id: "in", observedUs: null, predictedUs: null, verdict: "no-data" }];
  for (const { segment, elementPredictions } of segments) {
    const state = states?.find((s) => s.segmentId === segment.id);
    segment.elements.forEach((element, i) => {
      if (element.kind === "link") return;
      const id = `${segment.id}/${i + 1}`;
      hops.push({
        id,
        segmentId: segment.id,
        observedUs: state?.parts[i + 1]?.meanUs ?? null,
        predictedUs: elementPredictions[i]?.meanUs ?? null,
        verdict: state ? badgeVerdict(state.verdict) : "no-data",
        culprit: state?.ruling.elementIndex === i,
      });
      const detail = element.kind === "switch" ? (element.device ?? undefined) : undefined;
      nodes.push({ id, kind: element.kind, label: element.label, ...(detail && { detail }) });
    });
  }
  nodes.push({ id: "sink", kind: "sink", label: "out" });
  return { nodes, hops };
}
