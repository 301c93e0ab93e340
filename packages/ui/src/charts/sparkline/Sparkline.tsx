import { scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import { prepareSparkline, type SparklineInput } from "./prepareSparkline.ts";

export interface SparklineProps extends SparklineInput {
  /** What the line is: "p99 of segment 2". */
  label: string;
  width?: number;
  height?: number;
  className?: string;
}

/** Small line of an observed latency with PL (dashed) and DL (dotted). Stands in tables, whose numbers are its twin. */
export function Sparkline({ label, width = 120, height = 24, className, ...input }: SparklineProps) {
  const model = prepareSparkline(input);
  const x = scaleLinear()
    .domain([0, Math.max(1, input.valuesUs.length - 1)])
    .range([2, width - 3]);
  const y = scaleLinear()
    .domain(model.domainUs)
    .range([height - 2, 2]);
  const path = line<[number, number]>(
    ([index]) => x(index),
    ([, us]) => y(us),
  );
  return (
    <svg
      width={width}
      height={height}
      role="img"
      aria-label={`${label}: ${model.summary}`}
      className={className}
    >
      <title>{`${label}: ${model.summary}`}</title>
      {model.runs.length === 0 ? (
        <line
          x1={2}
          x2={width - 3}
          y1={height / 2}
          y2={height / 2}
          className="stroke-line-strong"
          strokeDasharray="1 4"
        />
      ) : null}
      {model.limits.map(({ kind, us }) => (
        <line
          key={kind}
          x1={0}
          x2={width}
          y1={y(us)}
          y2={y(us)}
          className={kind === "pl" ? "stroke-pl" : "stroke-dl"}
          strokeDasharray={kind === "pl" ? "4 2" : "1.5 2"}
        />
      ))}
      {model.runs.map((run) => (
        <path
          key={run[0]?.[0]}
          d={path(run) ?? ""}
          fill="none"
          className="stroke-observed"
          strokeWidth={1.25}
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      ))}
      {model.over.map(({ index, us, limit }) => (
        <circle
          key={index}
          cx={x(index)}
          cy={y(us)}
          r={1.5}
          className={limit === "dl" ? "fill-dl" : "fill-pl"}
        />
      ))}
      {model.last ? (
        <circle cx={x(model.last.index)} cy={y(model.last.us)} r={2} className="fill-observed" />
      ) : null}
    </svg>
  );
}
