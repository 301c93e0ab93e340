"use client";
import { Box, CircleDot, Flag, Router } from "lucide-react";
import { Fragment, type KeyboardEvent, useRef } from "react";
import { cn } from "../../lib/cn.ts";
import {
  type ChainStripHop,
  type ChainStripNode,
  type HopLevel,
  prepareChainStrip,
} from "./prepareChainStrip.ts";

export interface ChainStripProps {
  nodes: readonly ChainStripNode[];
  hops: readonly ChainStripHop[];
  /** Whose strip: "Chain web-edge". */
  label: string;
  selectedHopId?: string | null;
  /** Hops of this segment are lit too. */
  selectedSegmentId?: string | null;
  onSelectHop?: (hopId: string) => void;
  className?: string;
}

const ICONS = { source: CircleDot, switch: Router, vnf: Box, sink: Flag };

const LEVELS: Record<HopLevel, { line: string; text: string; dashed?: boolean }> = {
  none: { line: "var(--control)", text: "text-ink-3", dashed: true },
  quiet: { line: "var(--control)", text: "text-ink-2" },
  drifts: { line: "var(--warn)", text: "text-warn" },
  violated: { line: "var(--bad)", text: "text-bad" },
};

/** A chain as a strip; the culprit is coloured, hops are wide by load, and chosen by click or by arrows. */
export function ChainStrip({
  nodes,
  hops,
  label,
  selectedHopId = null,
  selectedSegmentId = null,
  onSelectHop,
  className,
}: ChainStripProps) {
  const model = prepareChainStrip(nodes, hops);
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);
  const tabIndex = Math.max(
    0,
    model.hops.findIndex((hop) => hop.id === selectedHopId),
  );

  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const next = model.hops[index + step];
    if (step === 0 || !next) return;
    event.preventDefault();
    buttons.current[index + step]?.focus();
    onSelectHop?.(next.id);
  };

  return (
    <fieldset
      aria-label={label}
      className={cn("flex min-w-0 items-center overflow-x-auto px-0.5 py-1", className)}
    >
      {model.nodes.map((node, index) => {
        const hop = model.hops[index];
        const Icon = ICONS[node.kind];
        const lit =
          hop &&
          (hop.id === selectedHopId || (hop.segmentId !== null && hop.segmentId === selectedSegmentId));
        return (
          <Fragment key={`${node.id}-${index < model.hops.length ? model.hops[index]?.id : "end"}`}>
            <span
              title={node.detail}
              className={cn(
                "flex h-11 shrink-0 items-center gap-1.5 border border-line-strong bg-surface px-2.5",
                node.kind === "vnf"
                  ? "rounded-sm bg-sunken"
                  : node.kind === "switch"
                    ? "rounded-lg"
                    : "rounded-full",
              )}
            >
              <Icon aria-hidden className="size-4 shrink-0 text-ink-3" />
              <span className="flex flex-col leading-4">
                <span className="text-sm font-medium whitespace-nowrap">{node.label}</span>
                {node.detail ? (
                  <span className="max-w-28 truncate text-2xs text-ink-3">{node.detail}</span>
                ) : null}
              </span>
            </span>
            {hop ? (
              <button
                ref={(element) => {
                  buttons.current[index] = element;
                }}
                type="button"
                tabIndex={index === tabIndex ? 0 : -1}
                aria-pressed={hop.id === selectedHopId}
                aria-label={hop.name}
                title={hop.name}
                onClick={() => onSelectHop?.(hop.id)}
                onKeyDown={(event) => onKeyDown(event, index)}
                className={cn(
                  "group flex h-13 min-w-19 grow cursor-pointer flex-col items-stretch justify-center rounded-md -outline-offset-2 hover:bg-hover",
                  lit && "bg-accent-soft hover:bg-accent-soft",
                )}
              >
                <span
                  className={cn("h-4 px-1.5 text-2xs font-medium whitespace-nowrap", LEVELS[hop.level].text)}
                >
                  {hop.residualText}
                </span>
                <span
                  className="block w-full"
                  style={{
                    borderTop: `${hop.width}px ${LEVELS[hop.level].dashed ? "dashed" : "solid"} ${LEVELS[hop.level].line}`,
                  }}
                />
                <span className="h-4 px-1.5 text-2xs whitespace-nowrap text-ink-2">{hop.latencyText}</span>
              </button>
            ) : null}
          </Fragment>
        );
      })}
    </fieldset>
  );
}
