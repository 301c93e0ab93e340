"use client";
import type { FitResult, Measurement } from "@p4twin/models/device";
import { ChartFrame } from "@p4twin/ui/charts";
import { formatSignificant } from "@p4twin/ui/format";
import { scaleLinear } from "d3-scale";

const WIDTH = 560;
const HEIGHT = 180;
const PAD = { left: 60, right: 8, top: 8, bottom: 28 };

/**
 * What is left of each measurement after the fit, over the fitted latency: without a pattern when the form is right.
 */
export function ResidualPlot({
  fit,
  measurements,
}: {
  fit: FitResult;
  measurements: readonly Measurement[];
}) {
  const { fittedUs, residualsUs } = fit;
  const reach = Math.max(...residualsUs.map(Math.abs), 1e-9);
  const x = scaleLinear(
    [Math.min(...fittedUs), Math.max(...fittedUs)],
    [PAD.left + 6, WIDTH - PAD.right - 6],
  ).nice();
  const y = scaleLinear([-reach, reach], [HEIGHT - PAD.bottom - 6, PAD.top + 6]).nice();
  return (
    <ChartFrame
      label="Residuals of the fit"
      twin={() => ({
        head: [
          { label: "line", numeric: true },
          { label: "measured µs", numeric: true },
          { label: "fitted µs", numeric: true },
          { label: "residual µs", numeric: true },
        ],
        rows: measurements.map(({ line, latencyUs }, i) => [
          String(line),
          formatSignificant(latencyUs),
          formatSignificant(fittedUs[i] ?? null),
          formatSignificant(residualsUs[i] ?? null),
        ]),
      })}
    >
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Residuals of ${residualsUs.length} measurements, at most ${formatSignificant(reach)} µs`}
        className="w-full text-2xs"
      >
        {y.ticks(4).map((tick) => (
          <g key={tick} transform={`translate(0,${y(tick)})`}>
            <line
              x1={PAD.left}
              x2={WIDTH - PAD.right}
              className={tick === 0 ? "stroke-ink-3" : "stroke-line"}
            />
            <text x={PAD.left - 6} dy="0.32em" textAnchor="end" className="fill-ink-3">
              {y.tickFormat(4)(tick)}
            </text>
          </g>
        ))}
        {x.ticks(6).map((tick) => (
          <text
            key={tick}
            x={x(tick)}
            y={HEIGHT - PAD.bottom + 12}
            textAnchor="middle"
            className="fill-ink-3"
          >
            {x.tickFormat(6)(tick)}
          </text>
        ))}
        <text x={WIDTH - PAD.right} y={HEIGHT - 4} textAnchor="end" className="fill-ink-3">
          fitted latency, µs
        </text>
        <text x={4} y={PAD.top + 4} className="fill-ink-3">
          µs
        </text>
        {residualsUs.map((residual, i) => (
          <circle
            key={measurements[i]?.line ?? i}
            cx={x(fittedUs[i] ?? 0)}
            cy={y(residual)}
            r={3}
            className="fill-observed/70"
          >
            <title>{`line ${measurements[i]?.line}: measured ${measurements[i]?.latencyUs} µs, residual ${formatSignificant(residual)} µs`}</title>
          </circle>
        ))}
      </svg>
    </ChartFrame>
  );
}
