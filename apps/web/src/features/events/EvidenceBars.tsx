import { ChartFrame } from "@p4twin/ui/charts";
import { chooseLatencyUnit, formatLatency, formatPercent, LATENCY_UNIT_LABEL } from "@p4twin/ui/format";
import type { SegmentEvent } from "./useEvents.ts";

/** Each element while the alarm was up, over what it usually takes: the longer bar is who made the segment late. */
export function EvidenceBars({ event }: { event: SegmentEvent }) {
  const { elements, blame } = event.evidence;
  const unit = chooseLatencyUnit(elements.flatMap((e) => [e.meanUs, e.usualUs]));
  const us = LATENCY_UNIT_LABEL[unit];
  const most = Math.max(1, ...elements.flatMap((e) => [e.meanUs ?? 0, e.usualUs ?? 0]));
  const width = (value: number | null) => ({ width: `${(100 * (value ?? 0)) / most}%` });
  const share = (value: number | null) => (value === null ? "–" : formatPercent(value));
  return (
    <ChartFrame
      label="Elements then and usually"
      undrawable={
        elements.length === 0 ? "The segment is bound without elements: nothing can be blamed." : null
      }
      twin={{
        head: [
          { label: "Element" },
          { label: `Then, ${us}`, numeric: true },
          { label: `Usually, ${us}`, numeric: true },
          { label: "Packets then", numeric: true },
          { label: "Packets usually", numeric: true },
        ],
        rows: elements.map((e) => [
          `${e.label} (${e.kind})`,
          formatLatency(e.meanUs, unit),
          formatLatency(e.usualUs, unit),
          share(e.share),
          share(e.usualShare),
        ]),
      }}
      legend={
        <>
          <span className="inline-flex items-center gap-1">
            <span aria-hidden className="inline-block h-2 w-4 bg-observed" /> then
          </span>
          <span className="inline-flex items-center gap-1">
            <span aria-hidden className="inline-block h-2 w-4 border border-control bg-sunken" /> usually
          </span>
        </>
      }
    >
      <ul aria-label="Elements then and usually" className="flex flex-col gap-2">
        {elements.map((e, place) => {
          const blamed = blame !== null && e.label === blame.label && e.meanUs === blame.meanUs;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: an element is its place in the segment
            <li key={place} className="grid grid-cols-[8rem_1fr_5.5rem] items-center gap-2">
              <span className={blamed ? "truncate font-semibold text-bad" : "truncate"} title={e.label}>
                {e.label} <span className="text-xs font-normal text-ink-3">{e.kind}</span>
              </span>
              <span aria-hidden className="flex flex-col gap-0.5">
                <span className="h-2.5 bg-observed" style={width(e.meanUs)} />
                <span className="h-1.5 border border-control bg-sunken" style={width(e.usualUs)} />
              </span>
              <span className="text-right text-xs">
                {formatLatency(e.meanUs, unit)}
                <span className="text-ink-3"> {us}</span>
                <br />
                <span className="text-ink-3">
                  {formatLatency(e.usualUs, unit)} {us}
                </span>
              </span>
            </li>
          );
        })}
      </ul>
    </ChartFrame>
  );
}
