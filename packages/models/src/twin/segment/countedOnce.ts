import { type Cidr, parseCidr } from "../../telemetry/index.ts";
import type { BoundSegment } from "./boundSegment.ts";

/** An element of a segment that brings packets to a queue. */
export type Pass = { segment: BoundSegment; element: number };

/**
 * For each pass of a queue the others that see the same packets there, or some of them: same or wider flows, on a part
 * of the same way. It is decided by what segments are, not by what they measure.
 */
export function sameAtQueue(passes: readonly Pass[]): number[][] {
  const sights = passes.map(sightOf);
  const same: number[][] = passes.map(() => []);
  sights.forEach((one, i) => {
    for (let j = 0; j < i; j++) {
      const other = sights[j]!;
      if (one.segment === other.segment || !(isWithin(one, other) || isWithin(other, one))) continue;
      same[i]!.push(j);
      same[j]!.push(i);
    }
  });
  return same;
}

/**
 * Packets/s of a queue, each packet once: of passes that see the same (`sameAtQueue`) that of the one with more counts.
 * Null where no pass has any.
 */
export function countedOnce(pps: readonly (number | null)[], same: readonly number[][]): number | null {
  const known = pps.flatMap((each, i) => (each === null ? [] : [{ i, pps: each }]));
  if (known.length === 0) return null;
  const kept = new Set<number>();
  let total = 0;
  // what holds others sees the most of them
  for (const { i, pps: each } of known.sort((a, b) => b.pps - a.pps)) {
    if (same[i]?.some((j) => kept.has(j))) continue;
    kept.add(i);
    total += each;
  }
  return total;
}

type Flow = BoundSegment["flows"][number];
/** A pass with its flows, whose blocks are read once. */
type Sight = Pass & { flows: { flow: Flow; src: Cidr | null; dst: Cidr | null }[] };

const sightOf = (pass: Pass): Sight => ({
  ...pass,
  flows: pass.segment.flows.map((flow) => ({
    flow,
    src: flow.src === null ? null : parseCidr(flow.src),
    dst: flow.dst === null ? null : parseCidr(flow.dst),
  })),
});

/** Whether the wider one sees all packets that this one brings to the queue. */
const isWithin = (sight: Sight, wider: Sight): boolean =>
  flowsWithin(sight, wider) &&
  exportersWithin(sight.segment, wider.segment) &&
  beginsOn(sight.segment, sight.element, wider.segment) &&
  endsOn(sight.segment, sight.element, wider.segment);

const exportersWithin = ({ exporters }: BoundSegment, wider: BoundSegment): boolean =>
  !wider.exporters || !!exporters?.every((address) => wider.exporters!.includes(address));

function flowsWithin({ flows }: Sight, wider: Sight): boolean {
  if (wider.flows.length === 0) return true;
  return flows.length > 0 && flows.every((flow) => wider.flows.some((other) => flowWithin(flow, other)));
}

function flowWithin(one: Sight["flows"][number], other: Sight["flows"][number]): boolean {
  const [flow, wider] = [one.flow, other.flow];
  if (wider.proto !== null && wider.proto !== flow.proto) return false;
  if (wider.srcPort !== null && wider.srcPort !== flow.srcPort) return false;
  if (wider.dstPort !== null && wider.dstPort !== flow.dstPort) return false;
  if (wider.src !== null && !(wider.src === flow.src || blockWithin(one.src, other.src))) return false;
  return wider.dst === null || wider.dst === flow.dst || blockWithin(one.dst, other.dst);
}

/** Whether all addresses of one block are in the other; what is no block holds nothing. */
const blockWithin = (block: Cidr | null, wider: Cidr | null): boolean =>
  block !== null &&
  wider !== null &&
  block.family === wider.family &&
  block.prefixBits >= wider.prefixBits &&
  wider.words.every((word, i) => word === (block.words[i]! & wider.masks[i]!) >>> 0);

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
