import { formatPercent, formatRate, formatSignificant } from "@p4twin/ui/format";
import type { RouterOutputs } from "@/lib/trpc.ts";
import type { SegmentState } from "../chainVerdict.ts";

type Queue = Pick<
  RouterOutputs["twin"]["get"]["segments"][number]["queues"][number],
  "offeredPps" | "servedPps" | "source" | "utilisation" | "depth"
>;

/**
 * The load of a queue and what is in it. Where reports show its depth (`observed`) this stands in place of how busy it
 * should be: a queue that is slow at a low load holds packets of which no report tells.
 */
export function queueText(
  { offeredPps, servedPps, source, utilisation, depth }: Queue,
  observed: string | null,
  isCulprit: boolean,
): string {
  const capacity = servedPps === null ? "" : ` of a capacity of ${formatRate(servedPps).replace("/s", "")}`;
  const load = `${formatRate(offeredPps).replace("/s", " packets/s")} ${source}${capacity}`;
  const seen = observed === null ? load : `${load}, ${observed}`;
  if (depth !== null) return `${seen}; other traffic fills it: its wait is predicted from the depth`;
  if (observed !== null) return seen;
  if (isCulprit) return `${load}; other traffic fills it`;
  return utilisation === null ? load : `${load}, ${formatPercent(utilisation)} busy`;
}

type Observed = Pick<SegmentState["parts"][number], "part" | "queueDepth" | "queueMax">;

/**
 * What reports say of the queue behind an element (its place among the elements), in the unit of its switch: packets or
 * cells. Null where they say nothing.
 */
export function observedQueue(parts: readonly Observed[] | undefined, element: number): string | null {
  const observed = parts?.find(({ part }) => part === element + 1);
  if (observed?.queueDepth == null || observed.queueMax == null) return null;
  const depth =
    observed.queueDepth < 10 ? formatSignificant(observed.queueDepth, 2) : Math.round(observed.queueDepth);
  return `${depth} in it on average, ${observed.queueMax} at most, as reports say`;
}

/** The names of elements in their order; a switch that a segment passes more than once has its passes numbered. */
export function passNames(elements: readonly { label: string }[]): string[] {
  const seen = new Map<string, number>();
  return elements.map(({ label }) => {
    const pass = (seen.get(label) ?? 0) + 1;
    seen.set(label, pass);
    return elements.filter((e) => e.label === label).length > 1 ? `${label}, pass ${pass}` : label;
  });
}
