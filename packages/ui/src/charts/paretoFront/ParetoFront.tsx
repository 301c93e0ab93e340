"use client";
import { type KeyboardEvent, useRef } from "react";
import { cn } from "../../lib/cn.ts";
import { nextIndex } from "../../primitives/nextIndex.ts";
import { ChartFrame } from "../shared/ChartFrame.tsx";
import { useWidth } from "../shared/useWidth.ts";
import { XAxis } from "../shared/XAxis.tsx";
import { type ParetoAxis, type ParetoPoint, prepareParetoFront } from "./prepareParetoFront.ts";

export interface ParetoFrontProps {
  points: readonly ParetoPoint[];
  axes: readonly [x: ParetoAxis, y: ParetoAxis];
  /** What is traded: "Power against delay". */
  label: string;
  selectedId: string | null;
  onSelect: (id: string) => void;
  className?: string;
}

const HEIGHT = 280;
const BOX = { left: 56, top: 22, bottom: HEIGHT - 38 };
const RADIUS = 6;

/**
 * Choices of which none is better than another in both quantities; the chosen one is marked. Arrows move
 * along the front.
 */
export function ParetoFront({ points, axes, label, selectedId, onSelect, className }: ParetoFrontProps) {
  const [ref, width] = useWidth<HTMLDivElement>(520);
  const marks = useRef<(SVGGElement | null)[]>([]);
  const model = prepareParetoFront(points, axes, { ...BOX, right: width - 16 });
  const tabId = model.points.some((point) => point.id === selectedId) ? selectedId : model.points[0]?.id;

  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    const id = model.points[index]?.id;
    if ((event.key === "Enter" || event.key === " ") && id !== undefined) {
      event.preventDefault();
      onSelect(id);
      return;
    }
    const key = { ArrowRight: "ArrowDown", ArrowLeft: "ArrowUp" }[event.key] ?? event.key;
    const next = nextIndex(key, index, model.points.length);
    if (next === null) return;
    event.preventDefault();
    marks.current[next]?.focus();
  };

  return (
    <ChartFrame
      label={label}
      twin={model.twin}
      undrawable={model.undrawable}
      className={className}
      legend={<span>better towards the lower left; ○ not proven</span>}
    >
      <div ref={ref}>
        {/* biome-ignore lint/a11y/useSemanticElements: a drawing with marks that can be chosen has no HTML element */}
        <svg width={width} height={HEIGHT} role="group" aria-label={`${label}: ${model.summary}`}>
          <XAxis ticks={model.xTicks} top={BOX.top} bottom={BOX.bottom} />
          <g aria-hidden>
            {model.yTicks.map((tick) => (
              <g key={tick.y} transform={`translate(0,${tick.y})`}>
                <line x1={BOX.left} x2={width - 16} className="stroke-line" />
                <text x={BOX.left - 6} dy="0.35em" textAnchor="end" className="fill-ink-3 text-2xs">
                  {tick.text}
                </text>
              </g>
            ))}
            <text x={4} y={12} className="fill-ink-2 text-2xs">
              {axes[1].label} {axes[1].unit}
            </text>
            <text x={width - 16} y={HEIGHT - 6} textAnchor="end" className="fill-ink-2 text-2xs">
              {axes[0].label} {axes[0].unit}
            </text>
          </g>
          <path d={model.path} fill="none" className="stroke-predicted" strokeWidth={1.5} />
          {model.points.map((point, index) => (
            // biome-ignore lint/a11y/useSemanticElements: SVG has no button element
            <g
              key={point.id}
              ref={(element) => {
                marks.current[index] = element;
              }}
              role="button"
              aria-label={point.title}
              aria-pressed={point.id === selectedId}
              tabIndex={point.id === tabId ? 0 : -1}
              transform={`translate(${point.left},${point.top})`}
              onClick={() => onSelect(point.id)}
              onKeyDown={(event) => onKeyDown(event, index)}
              className="group cursor-pointer outline-none"
            >
              <title>{point.title}</title>
              <circle
                r={RADIUS + 4}
                fill="none"
                strokeWidth={2}
                className={cn(
                  "stroke-transparent group-focus-visible:stroke-accent",
                  point.id === selectedId && "stroke-ink",
                )}
              />
              <circle
                r={RADIUS}
                strokeWidth={2}
                className={cn("stroke-predicted", point.proven ? "fill-predicted" : "fill-surface")}
              />
            </g>
          ))}
        </svg>
      </div>
    </ChartFrame>
  );
}
