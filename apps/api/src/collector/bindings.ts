import type { SegmentBinding } from "@p4twin/models/telemetry";

/** An element of a segment as INT can show it: a stay in a switch, the time between two stays, or neither (links). */
export type ElementKey = { label: string; kind: "hop" | "gap" | "link"; nodeId: number; occurrence: number };

/** A segment of a deployment as the collector needs it. */
export type CollectorSegment = {
  deploymentId: string;
  segmentId: string;
  binding: SegmentBinding;
  elements: ElementKey[];
};

/** All segments to watch. */
export type Bindings = { segments: CollectorSegment[] };

export const noBindings: Bindings = { segments: [] };
