import { parseCidr } from "../../telemetry/index.ts";
import type { BoundSegment } from "./boundSegment.ts";

/** Packets/s that one element of a segment brings to a queue. */
export type Share = { segment: BoundSegment; element: number; pps: number };

/**
 * Packets/s of a queue that segments see, each packet once: what the packets of a segment are that another one sees
 * there too (same or wider flows, on a part of the same way) adds nothing. Of two that see the same, more counts.
 */
export function countedOnce(shares: readonly Share[]): number {
  const kept: Share[] = [];
  // what holds others sees the most of them
  for (const share of [...shares].sort((a, b) => b.pps - a.pps)) {
    const isKnown = kept.some(
      (other) =>
        other.segment !== share.segment && (isWithin(share, other.segment) || isWithin(other, share.segment)),
    );
    if (!isKnown) kept.push(share);
  }
  return kept.reduce((sum, { pps }) => sum + pps, 0);
}

/** Whether the wider segment sees all packets that this one brings to its element. */
const isWithin = ({ segment, element }: Share, wider: BoundSegment): boolean =>
  flowsWithin(segment, wider) &&
  (!wider.exporters || !!segment.exporters?.every((address) => wider.exporters!.includes(address))) &&
  beginsOn(segment, element, wider) &&
  endsOn(segment, element, wider);

function flowsWithin({ flows }: BoundSegment, wider: BoundSegment): boolean {
  if (wider.flows.length === 0) return true;
  return flows.length > 0 && flows.every((flow) => wider.flows.some((other) => flowWithin(flow, other)));
}

type Flow = BoundSegment["flows"][number];

const flowWithin = (flow: Flow, wider: Flow): boolean =>
  (["proto", "srcPort", "dstPort"] as const).every(
    (key) => wider[key] === null || wider[key] === flow[key],
  ) && (["src", "dst"] as const).every((key) => wider[key] === null || blockWithin(flow[key], wider[key]));

/** Whether all addresses of one block are in the other. */
function blockWithin(text: string | null, widerText: string): boolean {
  if (text === null) return false;
  const [block, wider] = [parseCidr(text), parseCidr(widerText)];
  if (block === null || wider === null) return text === widerText;
  return (
    block.family === wider.family &&
    block.prefixBits >= wider.prefixBits &&
    wider.words.every((word, i) => word === (block.words[i]! & wider.masks[i]!) >>> 0)
  );
}

/** Whether the wider segment begins where this one passes on its way to the element. */
function beginsOn({ from, elements }: BoundSegment, element: number, { from: begin }: BoundSegment): boolean {
  if (begin.nodeId === from.nodeId && (begin.port === null || begin.port === from.port)) return true;
  // where packets come in behind the first switch no element says
  return begin.port === null && elements.some((e, i) => i <= element && isNode(e, begin.nodeId));
}

function endsOn({ to, elements }: BoundSegment, element: number, { to: end }: BoundSegment): boolean {
  if (end.nodeId === to.nodeId && (end.port === null || end.port === to.port)) return true;
  return elements.some(
    (e, i) =>
      i >= element &&
      isNode(e, end.nodeId) &&
      (end.port === null || (e.kind === "switch" && e.port === end.port)),
  );
}

const isNode = (element: BoundSegment["elements"][number], nodeId: number): boolean =>
  element.kind === "switch" && element.nodeId === nodeId;
