"use client";
import { ChartFrame } from "@p4twin/ui/charts";
import { formatClock, formatLatencyWithUnit, formatPercentDelta } from "@p4twin/ui/format";
import { scaleLinear } from "d3-scale";
import type { RouterOutputs } from "@/lib/trpc.ts";

type Segment = RouterOutputs["twin"]["residuals"]["segments"][number];

const WIDTH = 640;
const HEIGHT = 200;
const PAD = { right: 10, top: 20, bottom: 24 };
/** Room of the longest tick text of the axis: "−4,000 %" needs more than "−5 %". */
const LEAST_LEFT = 52;
const DIGIT = 6.5;
/** Room that the words of a flag take. */
const FLAG_TEXT = 130;
/** The axis shows this much at least, so that noise is not drawn as a mountain (our choice). */
const LEAST_REACH = 0.05;

/**
 * The residual of each window as a share of its prediction, over the predicted interval; flags where a drift
 * began and where the model changed.
 */
export function ResidualChart({
  name,
  range,
  held: { residuals: held, drift, predictions },
}: {
  name: string;
  /** epoch seconds */
  range: readonly [number, number];
  held: Segment;
}) {
  const points = held.startMs.flatMap((ms, i) => {
    const [share, predicted] = [held.residualShare[i], held.predictedUs[i]];
    if (share === null || share === undefined || !predicted) return [];
    const [low, high] = [held.lowUs[i], held.highUs[i]];
    return [
      {
        ms,
        share,
        low: low === null || low === undefined ? null : low / predicted - 1,
        high: high === null || high === undefined ? null : high / predicted - 1,
        us: held.residualUs[i] ?? null,
      },
    ];
  });
  const [fromMs, toMs] = [range[0] * 1000, range[1] * 1000];
  const reach = Math.max(
    LEAST_REACH,
    ...points.flatMap((p) => [Math.abs(p.share), Math.abs(p.low ?? 0), Math.abs(p.high ?? 0)]),
  );
  const y = scaleLinear([-reach, reach], [HEIGHT - PAD.bottom, PAD.top]).nice(4);
  const yTicks = y.ticks(4).map((tick) => ({ tick, text: tick === 0 ? "0 %" : formatPercentDelta(tick) }));
  const left = Math.max(LEAST_LEFT, ...yTicks.map(({ text }) => 10 + DIGIT * text.length));
  const x = scaleLinear([fromMs, toMs], [left, WIDTH - PAD.right]);
  const banded = points.filter((p) => p.low !== null && p.high !== null);
  const band = [
    ...banded.map((p) => `${x(p.ms)},${y(p.high ?? 0)}`),
    ...banded.toReversed().map((p) => `${x(p.ms)},${y(p.low ?? 0)}`),
  ].join(" ");
  const flags = [
    ...predictions
      .filter((p) => p.basisChanged)
      .map((p) => ({ ms: p.atMs, text: "model changed", tone: "predicted" as const })),
    ...(drift?.phase === "drifted" && drift.sinceMs !== null
      ? [{ ms: drift.sinceMs, text: "drift began", tone: "bad" as const }]
      : []),
  ].filter(({ ms }) => ms >= fromMs && ms <= toMs);
  // of flags close together the last one is named
  const isNamed = (at: number) =>
    flags.slice(at + 1).every(({ ms }) => Math.abs(x(ms) - x(flags[at]?.ms ?? 0)) > FLAG_TEXT);
  const ticks = Array.from({ length: 4 }, (_, i) => fromMs + ((i + 0.5) * (toMs - fromMs)) / 4);
  return (
    <ChartFrame
      label={`Residual of ${name}`}
      undrawable={points.length === 0 ? "No window of this range has a prediction." : null}
      twin={() => ({
        head: [{ label: "time" }, { label: "residual", numeric: true }, { label: "off by", numeric: true }],
        rows: points.map((p) => [
          formatClock(p.ms),
          formatPercentDelta(p.share),
          formatLatencyWithUnit(p.us),
        ]),
      })}
      legend={
        <>
          <span className="inline-flex items-center gap-1">
            <span className="inline-block h-0.5 w-4 bg-observed" aria-hidden /> observed less predicted
          </span>
          <span className="inline-flex items-center gap-1">
            <span className="inline-block size-3 rounded-xs bg-predicted/25" aria-hidden /> predicted interval
            of the mean
          </span>
        </>
      }
    >
      <div className="overflow-x-auto">
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          role="img"
          aria-label={`Residual of ${name}: ${points.length} windows, at most ${formatPercentDelta(reach)} off`}
          className="w-full min-w-lg text-2xs"
        >
          <polygon points={band} className="fill-predicted/20" />
          {yTicks.map(({ tick, text }) => (
            <g key={tick} transform={`translate(0,${y(tick)})`}>
              <line
                x1={left}
                x2={WIDTH - PAD.right}
                className={tick === 0 ? "stroke-predicted" : "stroke-line"}
              />
              <text x={left - 6} dy="0.32em" textAnchor="end" className="fill-ink-3">
                {text}
              </text>
            </g>
          ))}
          {ticks.map((ms) => (
            <text key={ms} x={x(ms)} y={HEIGHT - 6} textAnchor="middle" className="fill-ink-3">
              {formatClock(ms)}
            </text>
          ))}
          <polyline
            points={points.map((p) => `${x(p.ms)},${y(p.share)}`).join(" ")}
            fill="none"
            strokeWidth={1.5}
            className="stroke-observed"
          />
          {flags.map(({ ms, text, tone }, at) => (
            <g
              key={`${text}${ms}`}
              className={tone === "bad" ? "fill-bad stroke-bad" : "fill-predicted stroke-predicted"}
            >
              <line x1={x(ms)} x2={x(ms)} y1={PAD.top} y2={HEIGHT - PAD.bottom} strokeDasharray="3 3" />
              {isNamed(at) ? (
                <text
                  x={x(ms) + (x(ms) > WIDTH - FLAG_TEXT ? -4 : 4)}
                  textAnchor={x(ms) > WIDTH - FLAG_TEXT ? "end" : "start"}
                  y={PAD.top - 6}
                  stroke="none"
                >
                  {text} {formatClock(ms)}
                </text>
              ) : null}
            </g>
          ))}
        </svg>
      </div>
    </ChartFrame>
  );
}
